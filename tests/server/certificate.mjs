/** A certificate of our own for these names, made by openssl in a folder: the paths of `key` and `cert`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export function certify(folder, ...names) {
  const made = { key: join(folder, `${names[0]}.key`), cert: join(folder, `${names[0]}.cert`) };
  const subjects = names.map((name) => `${/^[0-9.]+$/.test(name) ? "IP" : "DNS"}:${name}`);
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-days", "2", "-subj", `/CN=${names[0]}`, "-addext", `subjectAltName=${subjects}`, "-keyout", made.key, "-out", made.cert], { stdio: "ignore" });
  return made;
}
