import { checkFromMark } from '../../../server/domains/books/check-from-mark.ts'
import { judgeEnd, judgeMove, openJudge } from './judge.ts'
import { drawMoves, makeRandom, withHandSales, type Move } from './moves.ts'
import { observe } from './observe.ts'
import { payOnline } from './pay-online.ts'
import { fund, namePayee } from './play-cash.ts'
import { play } from './play.ts'
import { tell } from './tell.ts'
import { closeGame, openGame, type World } from './world.ts'

type Walked = { problems: string[]; told: string[]; done: number; refusals: string[] }

const PURSE_FEN = 60_000
const MOVES = 18

/** One greedy reseller from its first day on, until the moves end or a rule is broken. */
async function walk(world: World, seed: number, moves: readonly Move[]): Promise<Walked> {
  const game = await openGame(world, seed)
  const judge = openJudge(game.accounts.length)
  const walked: Walked = { problems: [], told: [], done: 0, refusals: [] }
  await namePayee(game)
  await fund(game, PURSE_FEN)
  // A third of them have nothing but what the reseller has: there a debt is not covered by what users paid in.
  if (seed % 3 > 0) {
    for (const who of game.accounts.keys()) {
      await payOnline(game, { who, by: 'shared', orderId: null, amountFen: PURSE_FEN / 2 })
    }
  }
  let before = await observe(game, 0)
  judgeMove(judge, game, { kind: 'nothing' }, before, before)
  for (const move of moves) {
    try {
      const { deed, refusal } = await play(game, move)
      walked.told.push(`${tell(move)}${refusal ? ` (refused: ${refusal})` : ''}`)
      if (refusal) {
        // If it changed something all the same, the next look finds that it came from nowhere.
        walked.refusals.push(refusal)
        continue
      }
      walked.done += 1
      const after = await observe(game, before.lastId)
      walked.problems.push(...judgeMove(judge, game, deed, before, after))
      before = after
    } catch (error) {
      walked.told.push(tell(move))
      walked.problems.push(`the server failed: ${(error as Error).message}`)
    }
    if (walked.problems.length > 0) break
  }
  if (walked.problems.length === 0) walked.problems.push(...judgeEnd(judge, moves.length))
  const { problems } = await checkFromMark(world.db)
  walked.problems.push(...problems.map((problem) => `books: ${problem}`))
  await closeGame(game)
  return walked
}

const PASSES = 3

/** The shortest list of moves that still breaks a rule: what can be left out is left out, one after the other. */
async function shrink(world: World, seed: number, moves: readonly Move[]): Promise<Walked> {
  let last = await walk(world, seed, moves)
  let shortest = moves.slice(0, last.told.length)
  for (let pass = 0, before = Infinity; pass < PASSES && shortest.length < before; pass += 1) {
    before = shortest.length
    for (let index = shortest.length - 1; index >= 0; index -= 1) {
      const tried = await walk(world, seed, shortest.toSpliced(index, 1))
      if (tried.problems.length === 0) continue
      shortest = shortest.toSpliced(index, 1).slice(0, tried.told.length)
      last = tried
      index = Math.min(index, shortest.length)
    }
  }
  return last
}

export type Figures = {
  walks: number
  moves: number
  refused: number
  seconds: number
  found: { seed: number; walked: Walked }[]
}

/** `wanted`: which broken rule counts as found, of a twin whose broken rule shows in several ways. */
type Search = {
  seed: number
  walks: number
  enough?: number
  isShrunk?: boolean
  wanted?: RegExp
  /** False: only the moves that the seed drew before there were sales by hand, for walks that are known by their seed. */
  handSales?: boolean
}

/** Many walks, each with a seed of its own; stops when enough have broken a rule. */
export async function walkMany(
  world: World,
  { seed, walks, enough = 1, isShrunk = true, wanted = /./, handSales = true }: Search,
): Promise<Figures> {
  const startedAt = performance.now()
  const figures: Figures = { walks: 0, moves: 0, refused: 0, seconds: 0, found: [] }
  for (let index = 0; index < walks && figures.found.length < enough; index += 1) {
    const own = (seed + index) >>> 0
    const random = makeRandom(own)
    const drawn = drawMoves(random, MOVES)
    const moves = handSales ? withHandSales(random, drawn) : drawn
    const walked = await walk(world, own, moves)
    figures.walks += 1
    figures.moves += walked.done
    figures.refused += walked.refusals.length
    if (!walked.problems.some((problem) => wanted.test(problem))) continue
    figures.found.push({ seed: own, walked: isShrunk ? await shrink(world, own, moves) : walked })
  }
  figures.seconds = (performance.now() - startedAt) / 1000
  return figures
}

export function describe({ seed, walked }: Figures['found'][number]): string {
  const steps = walked.told.map((step, index) => `  ${index + 1}. ${step}`)
  return [`Seed ${seed}:`, ...steps, ...walked.problems.map((problem) => `  ✗ ${problem}`)].join('\n')
}
