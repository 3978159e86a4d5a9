// What every engine's process does, for node: see worker.py.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { performance } from "node:perf_hooks";

const say = process.stdout.write.bind(process.stdout);
console.log = console.info = console.warn = () => {}; // engines print while they load

// The records of a file of the common feed; no cell of it has a comma or a quote inside.
export function rows(folder, name) {
  const lines = fs.readFileSync(path.join(folder, name), "utf8").split(/\r?\n/).filter(Boolean);
  const header = lines[0].split(",");
  return lines.slice(1).map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(header.map((key, i) => [key, cells[i]]));
  });
}

export function seconds(text) {
  const [hours, minutes, rest] = text.split(":").map(Number);
  return 3600 * hours + 60 * minutes + rest;
}

// An answer from [arrival, changes] pairs: those that none beats.
export function front(pairs) {
  const kept = [];
  for (const [arrival, changes] of pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]))
    if (!kept.length || arrival < kept.at(-1)[0]) kept.push([arrival, changes]);
  return kept.length ? { arrival: kept.at(-1)[0], front: kept } : null;
}

export function version(folder, name) {
  const file = path.join(folder, "node_modules", name, "package.json");
  return JSON.parse(fs.readFileSync(file, "utf8")).version;
}

// Most memory this process ever had (maxRSS would count the parent's too).
function peakMib() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

// Serve one engine; load(order) gives its version and what it can be asked.
export async function serve(load) {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const order = JSON.parse((await lines.next()).value);
  const began = performance.now();
  const [name, asks] = await load(order);
  const loaded = (performance.now() - began) / 1e3;
  const modes = Object.keys(asks);
  say(JSON.stringify({ version: name, load_s: loaded, modes, mib: peakMib() }) + "\n");
  for await (const line of lines) {
    const block = JSON.parse(line);
    const ask = asks[block.mode];
    const chosen = block.questions.map((i) => order.questions[i]);
    ask(chosen.at(-1));
    const ms = [];
    const worked = [];
    const answers = [];
    for (const question of chosen) {
      const begun = process.cpuUsage();
      const start = performance.now();
      const answer = ask(question);
      ms.push(performance.now() - start);
      const used = process.cpuUsage(begun);
      worked.push((used.user + used.system) / 1e3);
      answers.push(answer);
    }
    say(JSON.stringify({ ms, cpu_ms: worked, answers, mib: peakMib() }) + "\n");
  }
}
