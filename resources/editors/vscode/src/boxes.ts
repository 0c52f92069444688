// Boxes around the lines that access memory, in the colour of their hit rate.
import * as vscode from 'vscode';
import plasma from '../../../colour_maps/plasma.txt';
import { parseColourMap, stepColours, stepOf } from './colour_steps';
import { viewSettings } from './configuration';
import { boxText, numbersOf, type NumbersLens } from './line_numbers';
import type { Numbers } from './numbers';

/** The two ends of the colour map vanish on dark or light backgrounds; a thin line of the text's colour keeps them visible. */
const contrast = '1px solid color-mix(in srgb, var(--vscode-editor-foreground) 45%, transparent)';

function boxType(colour: string | undefined): vscode.TextEditorDecorationType {
    return vscode.window.createTextEditorDecorationType({
        borderRadius: '2px',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 1em' },
        ...(colour === undefined
            ? { border: `1px dotted`, borderColor: new vscode.ThemeColor('editorCodeLens.foreground') }
            : {
                  border: `2px solid ${colour}`,
                  outline: contrast,
                  backgroundColor: `${colour}22`,
                  overviewRulerColor: colour,
                  overviewRulerLane: vscode.OverviewRulerLane.Left,
              }),
    });
}

export class Boxes implements vscode.Disposable {
    private readonly steps = stepColours(parseColourMap(plasma)).map(boxType);
    private readonly withoutLookups = boxType(undefined);
    private readonly subscriptions: vscode.Disposable[];

    constructor(private readonly numbers: Numbers) {
        this.subscriptions = [
            numbers.onChange((document) =>
                vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach((editor) => this.draw(editor)),
            ),
            vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
            ...this.steps,
            this.withoutLookups,
        ];
    }

    /** Draws all editors with the present settings. */
    drawAll(): void {
        vscode.window.visibleTextEditors.forEach((editor) => this.draw(editor));
    }

    dispose(): void {
        this.subscriptions.forEach((each) => each.dispose());
    }

    private draw(editor: vscode.TextEditor): void {
        const { boxes, level } = viewSettings();
        const lenses = boxes ? this.numbers.of(editor.document).lenses : [];
        const bySteps = this.steps.map((): vscode.DecorationOptions[] => []);
        const others: vscode.DecorationOptions[] = [];
        for (const lens of lenses) {
            const numbers = numbersOf(lens, level);
            const list = numbers === undefined ? others : bySteps[stepOf(numbers.rate)];
            list?.push(box(lens, boxText(numbers, level)));
        }
        this.steps.forEach((type, step) => editor.setDecorations(type, bySteps[step] ?? []));
        editor.setDecorations(this.withoutLookups, others);
    }
}

function box(lens: NumbersLens, text: string): vscode.DecorationOptions {
    const { start, end } = lens.range;
    return {
        range: new vscode.Range(start.line, start.character, end.line, end.character),
        renderOptions: { after: { contentText: text } },
    };
}
