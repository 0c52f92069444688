import assert from 'node:assert/strict';
import { test } from 'node:test';
import plasma from '../../../colour_maps/plasma.txt';
import { parseColourMap, stepColours, stepOf } from '../src/colour_steps';

test('the colour map of the program has 256 colours, from dark blue to yellow', () => {
    const map = parseColourMap(plasma);
    assert.equal(map.length, 256);
    assert.equal(map[0], '#0d0887');
    assert.equal(map[255], '#f0f921');
});

test('a step has the colour in its middle', () => {
    const map = Array.from({ length: 100 }, (_, index) => `#${index}`);
    assert.deepEqual(stepColours(map), ['#5', '#15', '#25', '#35', '#45', '#55', '#65', '#75', '#85', '#95']);
});

test('a step is a tenth of the rate, and the last one includes 1', () => {
    assert.deepEqual([0, 0.0999, 0.1, 0.55, 0.999, 1].map(stepOf), [0, 0, 1, 5, 9, 9]);
});

test('wrong lines of a colour map are errors', () => {
    assert.throws(() => parseColourMap('1 2\n'), /expected "red green blue", found "1 2"/);
    assert.throws(() => parseColourMap('1 2 256\n'), /found "1 2 256"/);
});
