// The bar at the bottom says which cache the boxes are of, and that the recording is being simulated.
import * as vscode from 'vscode';
import { viewSettings } from './configuration';
import type { Numbers } from './numbers';
import type { Server } from './server';

export class Status implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem('hitmap.level', vscode.StatusBarAlignment.Right, 90);
    private isSimulating = false;
    private readonly subscriptions: vscode.Disposable[];

    constructor(
        private readonly server: Server,
        private readonly numbers: Numbers,
    ) {
        this.item.name = 'Hitmap';
        this.item.command = 'hitmap.switchLevel';
        const follow = (isSimulating: boolean) => () => {
            this.isSimulating = isSimulating;
            this.show();
        };
        this.subscriptions = [
            server.onState(follow(true)),
            server.onNumbers(follow(false)),
            server.onFailure(follow(false)),
            numbers.onChange(() => this.show()),
            vscode.window.onDidChangeActiveTextEditor(() => this.show()),
            this.item,
        ];
    }

    show(): void {
        const document = vscode.window.activeTextEditor?.document;
        const hasNumbers = document !== undefined && this.numbers.of(document).lenses.length !== 0;
        this.item.text = this.isSimulating ? '$(sync~spin) Hitmap: simulating' : `Hitmap ${viewSettings().level}`;
        this.item.tooltip = this.isSimulating ? 'The numbers of the recording are not there yet' : 'Boxes show the hit rates of this cache; click for the other one';
        if (this.server.isRunning && (this.isSimulating || hasNumbers)) this.item.show();
        else this.item.hide();
    }

    dispose(): void {
        this.subscriptions.forEach((each) => each.dispose());
    }
}
