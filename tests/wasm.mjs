// The same rules in WebAssembly give byte-identical transcripts for the same seeds as the native program.
//   node tests/wasm.mjs PROGRAM MODULE [SEEDS]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [program, module, seeds = '3'] = process.argv.slice(2)
const { instance } = await WebAssembly.instantiate(readFileSync(module), { env: { now: () => 0 } })
const { memory, buffer, open, transcript_begin, transcript_step } = instance.exports

const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(module))).map(({ name }) => name)
if (imports.join() !== 'now') {
    console.error(`the module should import the time alone, not ${imports}`)
    process.exit(1)
}

const bytes = (length) => new Uint8Array(memory.buffer, buffer(), length)
const text = (length) => new TextDecoder().decode(bytes(length))

function transcriptInWasm(header, seed, eager) {
    const line = new TextEncoder().encode(header)
    bytes(line.length).set(line)
    if (!open(line.length)) throw new Error(text(200))
    transcript_begin(BigInt(seed), eager ? 1 : 0)
    let whole = header + '\n'
    for (;;) {
        const step = text(transcript_step())
        whole += step
        if (step.startsWith('= ')) return whole
    }
}

// Every combination of options of a game, as lists of [name, value].
function combinations(options) {
    return Object.entries(options).reduce(
        (sets, [name, values]) => sets.flatMap((set) => values.map((value) => [...set, [name, value]])),
        [[]])
}

const games = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }))
let compared = 0
for (const game of games)
    for (const seats of game.seats)
        for (const options of combinations(game.options))
            for (let seed = 1; seed <= Number(seeds); seed++) {
                const eager = seed % 2 === 0
                const settings = options.map(([name, value]) => `${name}=${value}`)
                const header = ['game', game.id, ...settings, `seats=${seats}`].join(' ')
                const native = execFileSync(program, ['transcript', game.id, '--seed', String(seed),
                    '--seats', String(seats), ...(eager ? ['--eager'] : []),
                    ...settings.flatMap((setting) => ['--set', setting])],
                    { encoding: 'utf8', maxBuffer: 1 << 28 })
                if (native !== transcriptInWasm(header, seed, eager)) {
                    console.error(`${header} --seed ${seed}: WebAssembly and native differ`)
                    process.exit(1)
                }
                compared++
            }
console.log(`${compared} transcripts are the same in WebAssembly and natively`)
