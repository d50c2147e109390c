// The opponents in WebAssembly answer as the native ones do, for the same seed and number of nodes.
//   node tests/wasm_opponents.mjs PROGRAM MODULE NETS [ASKED]
// One side of each game is asked, natively through `bivouac engine`, at several levels; the other side and the die
// are drawn by lot.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [program, module, nets, asked = '24'] = process.argv.slice(2)
const { instance } = await WebAssembly.instantiate(readFileSync(module), { env: { now: () => performance.now() } })
const wasm = instance.exports

const text = (length) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.buffer(), length))
function give(words) {
    const bytes = new TextEncoder().encode(words)
    new Uint8Array(wasm.memory.buffer, wasm.buffer(), bytes.length).set(bytes)
    return bytes.length
}

/* The net of a game, as the page gives it. */
function takeNet(game) {
    if (!existsSync(`${nets}/${game}.net`)) return
    const bytes = readFileSync(`${nets}/${game}.net`)
    new Uint8Array(wasm.memory.buffer, wasm.net_buffer(), bytes.length).set(bytes)
    if (!wasm.take_net(give(game), bytes.length)) throw new Error(text(200))
}

let lot = 12345
const below = (bound) => (lot = (lot * 1103515245 + 12345) % 2147483648, Math.floor(lot / 65536) % bound)

// Tokens of the question of a seat, as a transcript writes it: `? SEAT COUNT TOKEN...`; those of the die have odds after a colon.
const tokens = (seat) => text(wasm.legal(seat)).trim().split(/\s+/).slice(3).map((token) => token.replace(/^(#.*):.*$/, '$1'))

function nativeEngine(level) {
    const child = spawn(program, ['engine', '--seed', '7'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const send = (line) => child.stdin.write(line + '\n')
    send(`setoption name Level value ${level}`)
    async function answer() {
        let score = ''
        for (;;) {
            const { value, done } = await lines.next()
            if (done) throw new Error('the engine has gone')
            if (value.startsWith('error')) throw new Error(value)
            const info = value.match(/score (-?\d+) nodes (\d+)/)
            if (info) score = `${info[1]} ${info[2]}`
            if (value.startsWith('bestmove ')) return `${value.slice(9)} ${score}`
        }
    }
    return { send, answer, quit: () => (send('quit'), child.stdin.end()) }
}

async function compare(header, seats, names, level, nodes) {
    const engine = nativeEngine(level)
    engine.send('newgame ' + header.slice(5))
    engine.send('sit ' + names[Math.log2(seats & -seats)])
    takeNet(header.split(' ')[1])
    if (!wasm.open(give(header))) throw new Error(text(200))
    if (!wasm.sit(seats, level, 7n)) throw new Error('no memory for the opponent')
    const lowest = Math.log2(seats & -seats)
    let answers = 0
    for (let acting; (acting = wasm.to_act()) && answers < Number(asked);) {
        engine.send('position text ' + text(wasm.view(lowest)))
        const own = acting & seats
        let seat = 31 - Math.clz32(acting & -acting)
        let token
        if (own) {
            const held = names.filter((_, i) => own >> i & 1)
            engine.send(`go seats ${held.join(',')} nodes ${nodes}`)
            const native = await engine.answer()
            const here = text(wasm.think(BigInt(nodes)))
            if (native !== here) {
                console.error(`${header}, level ${level}, answer ${answers + 1}: native '${native}', WebAssembly '${here}'`)
                process.exit(1)
            }
            const [name, chosen] = native.split(' ')
            seat = names.indexOf(name)
            token = chosen
            answers++
        } else {
            const choices = tokens(seat)
            token = choices[below(choices.length)]
        }
        if (!wasm.play(seat, give(token))) throw new Error(`${token}: ${text(200)}`)
    }
    engine.quit()
    return answers
}

const games = [
    ['game kriegspiel axis=forward field=standard quiet=count seats=2', 1, ['F', 'A']],
    ['game chevaliers board=1969 men-capture=all obligation=direct oversight=enforced seats=2', 1, ['S', 'O']],
    ['game chars own-fire=off seats=2', 1, ['V', 'G']],
    ['game paris board=portes diagonals=forward impasse=lifted protection=orthogonal return=never sortie=board summons=any seats=2', 1, ['G', 'BN']],
    ['game belligerants armistice=on board=riviere camp=closed compulsion=forfeit seats=2', 1, ['J', 'R']],
]
let answers = 0
for (const [header, seats, names] of games)
    for (const [level, nodes] of [[2, 20], [6, 200], [8, 400]]) answers += await compare(header, seats, names, level, nodes)
console.log(`${answers} answers of opponents are the same in WebAssembly and natively`)
process.exit(0)
