// Runs the browser tests, two files at a time, one for each core of a small machine:
//   node test/browser/run.mjs [NAME…]
// Says what each test took, at last once more what failed and why (the end is what is read first), and `N passed, N failed`.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const names = process.argv.slice(2);
const files = readdirSync(here).filter(
  (file) => file.endsWith(".test.mjs") && (!names.length || names.some((wanted) => file.startsWith(wanted))),
);
const begun = Date.now();
const count = { pass: 0, fail: 0 };

function run(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--test-reporter=tap", join(here, file)], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.once("close", (code) => resolve({ text, code }));
  });
}

/** The lines of a report that a person wants: the tests, what they told, and why one failed. */
function worthReading(text) {
  const plain = /^\s*(---|\.\.\.|duration_ms|location|failureType|code|name|operator|1\.\.\d)|^# (Subtest|tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)|^TAP/;
  return text.split("\n").filter((line) => line && !plain.test(line)).join("\n");
}

/** The tests of a report that failed, each with its reasons. */
const failuresIn = (report) => report.split(/^(?=(?:not )?ok )/m).filter((part) => part.startsWith("not ok"));

const failures = [];
/** Takes one file after another until none is left. */
async function lane() {
  for (let file = files.shift(); file; file = files.shift()) {
    const { text, code } = await run(file);
    const report = worthReading(text);
    console.log(`${file}\n${report}`);
    failures.push(...failuresIn(report).map((failure) => `${file}: ${failure}`));
    const counted = (what) => Number(new RegExp(`^# ${what} (\\d+)`, "m").exec(text)?.[1] ?? 0);
    count.pass += counted("pass");
    count.fail += counted("fail") + counted("cancelled");
    if (code !== 0 && !counted("fail") && !counted("cancelled")) count.fail++; // it did not even come to its tests
  }
}

await Promise.all([lane(), lane()]);
if (failures.length) console.log(`\nfailed:\n${failures.join("\n")}`);
console.log(`${((Date.now() - begun) / 1000).toFixed(0)} s`);
// As Node's own runner says it, for those who count.
console.log(`# pass ${count.pass}\n# fail ${count.fail}\n${count.pass} passed, ${count.fail} failed`);
process.exit(count.fail ? 1 : 0);
