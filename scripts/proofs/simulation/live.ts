import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts'
import { checkFromMark } from '../../../server/domains/books/check-from-mark.ts'
import { expireDueOrders } from '../../../server/domains/orders/end-orders.ts'
import { closeGame, ctxOf } from '../greedy/world.ts'
import { drawAct, type Act, type Scene } from './acts.ts'
import { drawCashAct } from './cash-acts.ts'
import { drain } from './drain.ts'
import { drawErrand, payAtGateway } from './errands.ts'
import { judge } from './judge.ts'
import { go, openStage, revive, start, type Ground, type Run, type Stage } from './stage.ts'

const AT_ONCE = 4
const WEEKS = [
  { acts: 18, draw: drawAct },
  { acts: 9, draw: drawCashAct },
] as const

/** One life of one reseller. The same seed lives it again, statement by statement. */
export async function simulate(ground: Ground, seed: number): Promise<Run> {
  const stage = await openStage(ground, seed)
  for (const [week, { acts, draw }] of WEEKS.entries()) {
    if (week > 0) await nextWeek(stage)
    await live(stage, acts, draw)
  }
  const { run, game, scene } = stage
  scene.model.till.isHonest = true
  run.problems.push(...(await drain(stage)))
  const { problems } = await checkFromMark(ground.world.db)
  run.problems.push(...problems.map((problem) => `books: ${problem}`))
  run.problems.push(...(await judge(ground.world.db, game, scene.model, stage.isOwnMerchant)))
  await closeGame(game)
  return run
}

/** The jobs of every minute have run meanwhile: what was not paid has run out. */
async function nextWeek({ game }: Stage): Promise<void> {
  game.now = new Date(game.now.getTime() + 8 * DAY_MS)
  await expireDueOrders(ctxOf(game))
}

/** Draws what happens next, until everybody has done what they came for. */
async function live(stage: Stage, acts: number, draw: (scene: Scene) => Act | null): Promise<void> {
  const { ground, scene, unknown } = stage
  const { turnstile } = ground
  const { random } = scene
  let left = acts
  while (left > 0 || unknown.length > 0 || !turnstile.isIdle()) {
    const ready = turnstile.ready()
    if (random.upTo(39) === 0) happen(stage)
    const mayBegin = (left > 0 || unknown.length > 0) && turnstile.count() < AT_ONCE
    if (mayBegin && (ready.length === 0 || random.upTo(5) === 0)) {
      comeBack(stage)
      const again = unknown.length > 0 && (left === 0 || random.upTo(1) === 0) ? unknown.shift()! : null
      if (!again) left -= 1
      const act = again ?? (random.upTo(2) === 0 ? await drawErrand(stage) : draw(scene))
      if (act) await start(stage, act, random.upTo(3) === 0)
    } else if (ready.length > 0) await go(stage, random.oneOf(ready))
    else await turnstile.waitForLock()
  }
}

/** A process that was killed comes back, sooner or later. */
function comeBack(stage: Stage): void {
  const isNeeded = stage.ground.hosts.every(({ isDead }) => isDead)
  revive(stage, () => isNeeded || stage.scene.random.upTo(2) === 0)
}

/** What happens whoever asks: somebody pays, time goes by. */
function happen({ scene, game }: Stage): void {
  if (scene.random.upTo(2) > 0) payAtGateway(scene)
  else game.now = new Date(game.now.getTime() + scene.random.between(1, 9) * MINUTE_MS)
}
