import { Refusal } from '../../../server/platform/errors.ts'
import { makeRandom } from '../greedy/moves.ts'
import { fund, namePayee } from '../greedy/play-cash.ts'
import { openGame, type Game, type World } from '../greedy/world.ts'
import type { Act, Scene } from './acts.ts'
import type { Till } from './gateway.ts'
import { startHost, type Host } from './host.ts'
import { openModel } from './model.ts'
import { openTurnstile, type Task, type Turnstile } from './turnstile.ts'

export type Run = { seed: number; problems: string[]; trace: string[]; statements: number; kills: number; acts: number }
/** What all runs share: the database, and two server processes that come and go. */
export type Ground = { world: World; url: string; turnstile: Turnstile; hosts: Host[]; till: { now: Till | null } }

export const openGround = (world: World, url: string, till: Ground['till']): Ground => {
  const turnstile = openTurnstile(world.db.pool)
  return { world, url, turnstile, till, hosts: ['A', 'B'].map((name) => startHost(url, name, turnstile.follow)) }
}

export type Stage = {
  ground: Ground
  game: Game
  scene: Scene
  /** Jobs that a process has in hand: no other one takes them. */
  running: Set<string>
  run: Run
  isOwnMerchant: boolean
  /** Nobody knows what became of them. */
  unknown: Act[]
}

export async function openStage(ground: Ground, seed: number): Promise<Stage> {
  const { world } = ground
  const random = makeRandom(seed)
  const game = await openGame(world, seed)
  const isOwnMerchant = random.upTo(3) === 0
  await world.db.pool.query(
    `update merchants set disabled_at = case when $2 then null else now() end where reseller_id = $1`,
    [game.resellerId, isOwnMerchant],
  )
  await world.db.pool.query(`update resellers set commission_percent = 30 where id = $1`, [game.resellerId])
  await namePayee(game)
  const till: Till = { trades: new Map(), random, isHonest: false }
  ground.till.now = till
  const model = openModel(till)
  const purseFen = random.between(5000, 60_000)
  await fund(game, purseFen)
  model.fundedFen.set('purse', purseFen)
  let named = 0
  const scene: Scene = {
    model,
    random,
    merchantId: isOwnMerchant ? game.merchantId : world.merchantId,
    name: (of) => `${of}-${game.resellerId}-${(named += 1)}`,
  }
  const run: Run = { seed, problems: [], trace: [], statements: 0, kills: 0, acts: 0 }
  return { ground, game, scene, running: new Set(), run, isOwnMerchant, unknown: [] }
}

/** Starts a process again that was killed. */
export function revive({ ground }: Stage, wanted: (host: Host) => boolean): void {
  for (const [at, host] of ground.hosts.entries()) {
    if (!host.isDead || !wanted(host)) continue
    void host.db.close().catch(() => {})
    ground.hosts[at] = startHost(ground.url, host.name, ground.turnstile.follow)
  }
}

/** `isTwice`: pressed twice, or sent again by a proxy: the other process gets the same wish. */
export async function start(stage: Stage, act: Act, isTwice = false): Promise<void> {
  const alive = stage.ground.hosts.filter(({ isDead }) => !isDead)
  const hosts = isTwice ? alive : [stage.scene.random.oneOf(alive)]
  for (const host of hosts) {
    const task: Task = { name: act.name.replace(/-\d+-/, '-'), host, isOver: false }
    await stage.ground.turnstile.begin(task, () => attend(stage, act, task))
  }
}

async function attend({ game, run, unknown }: Stage, act: Act, { name, host }: Task): Promise<void> {
  const tell = (what: string) => run.trace.push(`${host.name} ${name}: ${what}`)
  run.acts += 1
  try {
    await act.run({ ...game, world: { ...game.world, db: host.db } })
    tell('done')
  } catch (error) {
    if (host.isDead) unknown.push(act)
    else if (!(error instanceof Refusal)) run.problems.push(`the server failed at ${name}: ${(error as Error).message}`)
    tell(host.isDead ? 'killed' : error instanceof Refusal ? error.code : 'failed')
  }
}

type Ready = ReturnType<Turnstile['ready']>[number]

/** One statement goes through; or its process dies before it, or after it without hearing the answer. */
export async function go({ ground, scene: { random }, run }: Stage, one: Ready): Promise<void> {
  const fate = random.upTo(one.name === 'commit' ? 29 : 399)
  run.statements += 1
  run.trace.push(
    `${one.host.name} ${one.task.name} | ${one.name}${fate < 2 ? ` | killed ${fate === 0 ? 'before' : 'after'}` : ''}`,
  )
  if (fate < 2) run.kills += 1
  if (fate === 0) await ground.turnstile.kill(one.host)
  else await ground.turnstile.pass(one, fate === 1)
}
