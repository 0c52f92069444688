import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxText, numbersOf, type NumbersLens } from '../src/line_numbers';

function lens(title: string, data?: unknown): NumbersLens {
    return { range: { start: { line: 3, character: 4 }, end: { line: 3, character: 9 } }, command: { title }, data };
}
const title = 'L1 74.9 %, 252 misses (6.9 % of all); L2 0.0 %, 252 misses (8.8 % of all)';
const counts = { l1: { hits: 750, lookups: 1002 }, l2: { hits: 0, lookups: 252 } };

test('rates are those that the server prints, and counts those that it sends', () => {
    const numbers = numbersOf(lens(title, counts), 'L1');
    assert.deepEqual(numbers, { rateText: '74.9 %', missText: '252 misses', rate: 750 / 1002, hits: 750, lookups: 1002 });
    assert.equal(boxText(numbers, 'L1'), 'L1 74.9 % (750/1,002)');
    assert.equal(boxText(numbersOf(lens(title, counts), 'L2'), 'L2'), 'L2 0.0 % (0/252)');
});

test('without counts, the misses are shown', () => {
    const numbers = numbersOf(lens(title), 'L1');
    assert.equal(numbers?.rate, 74.9 / 100);
    assert.equal(boxText(numbers, 'L1'), 'L1 74.9 %, 252 misses');
    assert.equal(boxText(numbersOf(lens('L1 99.9 %, 1 miss (0.1 % of all)'), 'L1'), 'L1'), 'L1 99.9 %, 1 miss');
    assert.equal(numbersOf(lens('L1 50.0 %, 1,234,567 misses'), 'L1')?.missText, '1,234,567 misses');
});

test('a rate that is nearly 0 or 1 is printed as a bound', () => {
    const rare = lens('L1 >99.9999 %, 1 miss (<0.0001 % of all)', { l1: { hits: 2999999, lookups: 3000000 } });
    assert.equal(boxText(numbersOf(rare, 'L1'), 'L1'), 'L1 >99.9999 % (2,999,999/3,000,000)');
    assert.equal(numbersOf(lens('L1 <0.0001 %, 2,999,999 misses'), 'L1')?.rate, 0.0001 / 100);
});

test('a line without look-ups in the level says so', () => {
    assert.equal(numbersOf(lens('L2 12.0 %, 22 misses', { l1: { hits: 0, lookups: 0 } }), 'L1'), undefined);
    assert.equal(numbersOf(lens('12 requests, no look-ups'), 'L2'), undefined);
    assert.equal(boxText(undefined, 'L1'), 'no look-ups in L1');
});
