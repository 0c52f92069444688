"""Talks to `hitmap lsp` through pipes as an editor does, and compares what it answers with `hitmap simulate`.

Usage: lsp_test.py HITMAP SOURCES FOLDER. FOLDER is emptied.
"""

import json
import subprocess
import sys
import threading
import unittest

from recorded_scene import RecordedScene, rate_and_misses

PATIENCE = 120  # seconds


class Client:
    """A language server in a process, and an editor's side of the protocol."""

    def __init__(self, *arguments, **options):
        self.process = subprocess.Popen([SCENE.program, "lsp", *arguments], cwd=SCENE.folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.timer = threading.Timer(PATIENCE, self.process.kill)  # a test that waits in vain fails
        self.timer.start()
        self.next_id = 1
        self.pending = []
        if options.pop("initialize", True):
            self.capabilities = self.request("initialize", {"rootUri": None, "capabilities": {}, **options})["result"]
            self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.timer.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def receive(self):
        length = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, value = line.split(b":")
            assert name == b"Content-Length", line
            length = int(value)
        assert length is not None, "the server ended"
        return json.loads(self.process.stdout.read(length))

    def await_message(self, wanted):
        for message in self.pending:
            if wanted(message):
                self.pending.remove(message)
                return message
        while not wanted(message := self.receive()):
            self.pending.append(message)
        return message

    def request(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.await_message(lambda message: message.get("id") == self.next_id and "method" not in message)

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def open(self, path, text):
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": path.as_uri(), "languageId": "cpp", "version": 1, "text": text}})
        self.diagnostics()  # of no numbers, since the simulation has just begun, or already of all

    def diagnostics(self):
        message = self.await_message(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        return message["params"]["diagnostics"]

    def lenses(self, path):
        answer = self.request("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}})["result"]
        return {lens["range"]["start"]["line"] + 1: lens["command"]["title"] for lens in answer}

    def await_lenses(self, path):
        while not (lenses := self.lenses(path)):
            pass
        return lenses

    def end(self):
        assert self.request("shutdown", None)["result"] is None
        self.notify("exit", None)
        return self.process.wait()


class LanguageServer(unittest.TestCase):
    def setUp(self):
        self.text = SCENE.source.read_text(encoding="utf-8")
        self.lines, self.all = SCENE.lines()

    def test_lenses_hints_and_hover_have_the_sums_of_lines(self):
        with Client("t.hmt") as client:
            for provider in ("codeLensProvider", "inlayHintProvider", "hoverProvider", "executeCommandProvider"):
                self.assertTrue(client.capabilities["capabilities"][provider])
            client.open(SCENE.source, self.text)
            lenses = client.await_lenses(SCENE.source)
            self.assertEqual(sorted(lenses), sorted(self.lines))
            document = {"textDocument": {"uri": SCENE.source.as_uri()}}
            for lens in client.request("textDocument/codeLens", document)["result"]:
                line = self.lines[lens["range"]["start"]["line"] + 1]
                self.assertEqual(lens["data"], {level: {"hits": line[level + "_hits"], "lookups": line[level + "_lookups"]}
                                                for level in ("l1", "l2")})
            hints = client.request("textDocument/inlayHint", {**document, "range": {
                "start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}})["result"]
            hints = {hint["position"]["line"] + 1: hint for hint in hints}
            self.assertEqual(sorted(hints), sorted(self.lines))
            for number, line in self.lines.items():
                if line["l1_lookups"]:
                    self.assertIn(rate_and_misses(line), lenses[number])
                    self.assertIn(rate_and_misses(line), hints[number]["label"])
                self.assertEqual(hints[number]["position"]["character"], len(self.text.splitlines()[number - 1]))
                hover = client.request("textDocument/hover", {**document, "position": {
                    "line": number - 1, "character": 3}})["result"]["contents"]
                self.assertEqual(hover["kind"], "markdown")
                self.assert_table_adds_up(hover["value"], line)
            none = client.request("textDocument/hover", {**document, "position": {"line": 0, "character": 0}})
            self.assertIsNone(none["result"])
            self.assertEqual(client.end(), 0)

    def test_blocks_dealt_to_other_sms_have_the_sums_of_simulate(self):
        lines, _ = SCENE.lines("--deal-blocks", "1")
        self.assertNotEqual(lines, self.lines)
        with Client("t.hmt", "--deal-blocks", "1") as client:
            client.open(SCENE.source, self.text)
            lenses = client.await_lenses(SCENE.source)
            self.assertEqual(sorted(lenses), sorted(lines))
            for number, line in lines.items():
                if line["l1_lookups"]:
                    self.assertIn(rate_and_misses(line), lenses[number])
            hover = client.request("textDocument/hover", {
                "textDocument": {"uri": SCENE.source.as_uri()},
                "position": {"line": min(lines) - 1, "character": 3}})["result"]["contents"]["value"]
            self.assertIn("thread blocks dealt to 1 SM, recorded on 2", hover)
            self.assertIn("Estimate, by dealing the blocks again", hover)

    def assert_table_adds_up(self, table, line):
        """The sectors of allocations in a hover, and those of the line above them."""
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines() if row.startswith("|")]
        sectors = rows[0].index("sectors")
        self.assertEqual(rows[2][0], "line")
        self.assertEqual(int(rows[2][sectors]), line["sectors"])
        self.assertEqual(sum(int(row[sectors]) for row in rows[3:]), line["sectors"])

    def test_only_lines_that_did_not_change_have_numbers(self):
        with Client("t.hmt") as client:
            client.open(SCENE.source, self.text)
            before = client.await_lenses(SCENE.source)
            first = min(before)
            changed = self.text.splitlines()
            changed[first - 1] += " // changed"
            client.notify("textDocument/didChange", {"textDocument": {"uri": SCENE.source.as_uri(), "version": 2},
                                                     "contentChanges": [{"text": "\n".join(["", *changed])}]})
            after = client.lenses(SCENE.source)
            self.assertEqual(after, {line + 1: title for line, title in before.items() if line != first})

    def test_diagnostics_follow_shares_and_can_be_switched_off(self):
        with Client("t.hmt") as client:
            client.open(SCENE.source, self.text)
            client.await_lenses(SCENE.source)
            while not (shown := client.diagnostics()):
                pass
            misses = self.all["l1"]["lookups"] - self.all["l1"]["hits"]
            expected = {}
            for number, line in self.lines.items():
                share = (line["l1_lookups"] - line["l1_hits"]) / misses
                if share >= 0.01:
                    expected[number] = 2 if share >= 0.2 else 3 if share >= 0.05 else 4
            self.assertEqual({d["range"]["start"]["line"] + 1: d["severity"] for d in shown}, expected)
            self.assertGreater(len(expected), 2)
            toggle = {"command": "hitmap.toggleDiagnostics", "arguments": []}
            self.assertFalse(client.request("workspace/executeCommand", toggle)["result"])
            self.assertEqual(client.diagnostics(), [])
            self.assertTrue(client.request("workspace/executeCommand", toggle)["result"])
            self.assertEqual(client.diagnostics(), shown)
        with Client("t.hmt", initializationOptions={"diagnostics": False}) as client:
            client.open(SCENE.source, self.text)
            client.await_lenses(SCENE.source)
            self.assertEqual(client.diagnostics(), [])

    def test_code_actions_are_the_commands(self):
        with Client("t.hmt") as client:
            client.open(SCENE.source, self.text)
            client.await_lenses(SCENE.source)

            def actions(path, **context):
                answer = client.request("textDocument/codeAction", {
                    "textDocument": {"uri": path.as_uri()}, "context": {"diagnostics": [], **context},
                    "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}})["result"]
                return {action["title"]: action["command"]["command"] for action in answer}

            both = {"Hitmap: record again": "hitmap.recordAgain", "Hitmap: hide diagnostics": "hitmap.toggleDiagnostics"}
            self.assertEqual(actions(SCENE.source), both)
            self.assertEqual(actions(SCENE.source, only=["source"]), both)
            self.assertEqual(actions(SCENE.source, only=["quickfix"]), {})
            self.assertEqual(actions(SCENE.folder / "never-opened.cpp"), {})
            client.request("workspace/executeCommand", {"command": "hitmap.toggleDiagnostics"})
            self.assertIn("Hitmap: show diagnostics", actions(SCENE.source))

    def test_recording_again_makes_the_same_recording(self):
        capabilities = {"workspace": {"codeLens": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True}}}
        recorded = (SCENE.folder / "t.hmt").read_bytes()
        with Client("t.hmt", capabilities=capabilities) as client:
            client.await_message(lambda m: m.get("method") == "workspace/codeLens/refresh")
            (SCENE.folder / "t.hmt").write_bytes(b"")
            client.request("workspace/executeCommand", {"command": "hitmap.recordAgain"})
            client.await_message(lambda m: m.get("method") == "workspace/inlayHint/refresh")
            client.await_message(lambda m: m.get("method") == "workspace/codeLens/refresh")
        self.assertEqual((SCENE.folder / "t.hmt").read_bytes(), recorded)

    def test_a_project_names_recording_caches_and_command(self):
        project = SCENE.folder / ".hitmap-project.json"
        project.write_text(json.dumps({"recording": "p.hmt", "l1": "4KiB:128/32:4", "record": ["cp", "t.hmt", "p.hmt"]}))
        self.addCleanup(project.unlink)
        (SCENE.folder / "p.hmt").unlink(missing_ok=True)
        with Client() as client:
            client.open(SCENE.source, self.text)
            missing = client.await_message(lambda m: m.get("method") == "window/showMessage")
            self.assertIn("p.hmt", missing["params"]["message"])
            client.request("workspace/executeCommand", {"command": "hitmap.recordAgain"})
            lenses = client.await_lenses(SCENE.source)
        lines, _ = SCENE.lines("--l1", "4KiB:128/32:4")
        for number, line in lines.items():
            if line["l1_lookups"]:
                self.assertIn(rate_and_misses(line), lenses[number])

    def test_a_project_that_others_can_write_is_refused(self):
        project = SCENE.folder / ".hitmap-project.json"
        project.write_text(json.dumps({"recording": "t.hmt", "record": ["touch", "harm"]}))
        project.chmod(0o666)
        self.addCleanup(project.unlink)
        with Client() as client:
            client.open(SCENE.source, self.text)
            told = client.await_message(lambda m: m.get("method") == "window/showMessage")
            self.assertIn("expected a file that other users cannot write", told["params"]["message"])

    def test_other_files_have_no_numbers(self):
        with Client("t.hmt") as client:
            client.open(SCENE.source, self.text)
            client.await_lenses(SCENE.source)
            other = SCENE.folder / "other.cpp"
            client.open(other, self.text)
            self.assertEqual(client.lenses(other), {})
            self.assertEqual(client.lenses(SCENE.folder / "never-opened.cpp"), {})

    def test_wrong_messages_are_answered(self):
        with Client("t.hmt", initialize=False) as client:
            self.assertEqual(client.request("textDocument/hover", {})["error"]["code"], -32002)
            self.assertIn("result", client.request("initialize", {"capabilities": {}}))
            for content, code in ((b"{", -32700), (b"[" * 1000, -32700), (b"{}", -32600), (b"[1]", -32600), (b"7", -32600)):
                client.send_bytes(b"content-length:%d\r\n\r\n" % len(content) + content)
                self.assertEqual(client.await_message(lambda m: "error" in m)["error"]["code"], code, content)
            for method, params, code in (("textDocument/fold", {}, -32601), ("textDocument/hover", [], -32602),
                                         ("textDocument/codeLens", {"textDocument": {"uri": 3}}, -32602),
                                         ("workspace/executeCommand", {"command": "rm"}, -32602)):
                self.assertEqual(client.request(method, params)["error"]["code"], code, method)
            client.notify("textDocument/didOpen", {"textDocument": 7})
            client.notify("unknown", None)
            self.assertEqual(client.end(), 0)

    def test_wrong_headers_end_the_server(self):
        for header in (b"Content-Length: 99999999999999999999\r\n\r\n", b"Content-Length: 1000000000\r\n\r\n",
                       b"Content-Length: -1\r\n\r\n", b"Content-Type: x\r\n\r\n", b"x" * 10000, b""):
            with self.subTest(header=header[:40]), Client("t.hmt", initialize=False) as client:
                client.send_bytes(header)
                client.process.stdin.close()
                self.assertEqual(client.process.wait(), 1)
                self.assertIn(b"hitmap: ", client.process.stderr.read())

    def test_exit_without_shutdown_is_an_error(self):
        with Client("t.hmt") as client:
            client.notify("exit", None)
            self.assertEqual(client.process.wait(), 1)


if __name__ == "__main__":
    SCENE = RecordedScene(*sys.argv[1:4])
    unittest.main(argv=sys.argv[:1])
