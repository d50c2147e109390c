// A strict reader of the text format of Prometheus (0.0.4), as much of it as the server may write: whatever it does not
// know is an error.
import assert from "node:assert/strict";

/** The option with which a server tells its figures, on a port of its own. */
export const withMetrics = ["--config-set", "metrics=127.0.0.1:0"];

/** The figures of a server that was opened so. */
export async function metricsOf(server) {
  assert.ok(server.metrics, "its figures are off");
  return readMetrics(await (await fetch(server.metrics)).text());
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";

/** The families of a page: name → {type, help, samples: [{name, labels, value}]}. */
export function readMetrics(text) {
  const families = new Map();
  let family = null;
  assert.ok(text.endsWith("\n"), "the last line has its end");
  for (const line of text.slice(0, -1).split("\n")) {
    const help = line.match(new RegExp(`^# HELP (${NAME}) (\\S.*)$`));
    const type = line.match(new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`));
    if (help) {
      assert.ok(!families.has(help[1]), `${help[1]} is there twice`);
      families.set(help[1], (family = { name: help[1], help: help[2], type: null, samples: [] }));
    } else if (type) {
      assert.equal(type[1], family?.name, "TYPE follows its HELP");
      assert.equal(family.type, null);
      family.type = type[2];
    } else {
      const sample = line.match(new RegExp(`^(${NAME})(?:\\{(${NAME})="([^"\\\\\\n]*)"\\})? (-?\\d+(?:\\.\\d+)?)$`));
      assert.ok(sample, `not a sample: ${line}`);
      const [, name, label, value, number] = sample;
      const endings = family.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      assert.ok(endings.some((ending) => name === family.name + ending), `${name} is not of ${family.name}`);
      if (family.type === "counter") assert.match(family.name, /_total$/);
      const one = { name, labels: label ? { [label]: value } : {}, value: Number(number) };
      const same = (other) => other.name === name && JSON.stringify(other.labels) === JSON.stringify(one.labels);
      assert.ok(!family.samples.some(same), `${line} is there twice`);
      family.samples.push(one);
    }
  }
  for (const one of families.values()) {
    assert.ok(one.type, `${one.name} has no type`);
    if (one.type === "histogram") readHistogram(one);
  }
  return families;
}

/** Buckets grow, the last is for all, and they agree with the count. */
function readHistogram({ name, samples }) {
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`);
  const bounds = buckets.map(({ labels }) => (labels.le === "+Inf" ? Infinity : Number(labels.le)));
  assert.equal(bounds.at(-1), Infinity, name);
  for (let i = 1; i < buckets.length; i++) {
    assert.ok(bounds[i] > bounds[i - 1], `${name}: bounds grow`);
    assert.ok(buckets[i].value >= buckets[i - 1].value, `${name}: buckets hold those before them`);
  }
  const count = samples.find((sample) => sample.name === `${name}_count`);
  assert.equal(count.value, buckets.at(-1).value, name);
  assert.ok(samples.some((sample) => sample.name === `${name}_sum`), name);
}

/** The value of a sample; labels as {game: "chars"}. */
export function valueOf(families, name, labels = {}) {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ""));
  assert.ok(family, `there is no ${name}`);
  const sample = family.samples.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels));
  return sample?.value ?? 0;
}
