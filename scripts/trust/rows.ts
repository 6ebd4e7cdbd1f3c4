import { many, part, told, type Row } from './row.ts'
import { runProof, runTests } from './run-others.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const withDatabase = async <T>(work: (url: string, folder: string) => Promise<T>): Promise<T> =>
  (await import('../proofs/throwaway-server.ts')).withDatabase(work)

/** Each is loaded only when it runs. */
export const rows: Record<string, Row> = {
  load: {
    figure:
      'ten minutes of sign-ins, information, purchases, payments, pushes, feeds, searches, tickets and streams: 400 a second, 99 of 100 within 250 ms, 0 errors, memory flat',
    async run(scale) {
      const { findProblems, loadMixed } = await import('../proofs/mixed-load.ts')
      const size = { seconds: part(600, scale), rate: 400, connections: 64, streams: 50 }
      const figures = await loadMixed(size)
      const { done, perSecond, p50Ms, p99Ms, bad, memoryMb, streams, purchases, loadBefore } = figures
      const warm = memoryMb[Math.floor(memoryMb.length / 3)] ?? 0
      return {
        counts: `${many(done)} answers, ${perSecond.toFixed(0)} a second for ${size.seconds} s after as long again by half, half within ${p50Ms.toFixed(0)} ms, 99 of 100 within ${p99Ms.toFixed(0)} ms, ${bad} errors; ${many(purchases)} bought; ${streams.open} streams, ${streams.ended} ended; ${warm.toFixed(0)} MB warm, ${(memoryMb.at(-1) ?? 0).toFixed(0)} MB at the end; load of the machine before ${loadBefore}`,
        problems: findProblems(figures, size, scale === 1),
      }
    },
  },
  notifies: {
    figure: 'orders and shuffled notifies of every provider, credited once; forged or altered notifies, 0 accepted',
    async run(scale) {
      const { findProblems, floodNotifies } = await import('../proofs/notifies.ts')
      const size = {
        orders: part(10_000, scale),
        notifies: part(45_000, scale),
        unpaid: part(500, scale),
        forged: part(20_000, scale),
        atOnce: 32,
      }
      const figures = await withDatabase((url) => floodNotifies(url, size))
      const { truth, ours, forged } = figures
      const at = Object.entries(forged.at).map(([provider, answers]) => `${provider} ${told(answers)}`)
      return {
        counts: `${many(size.orders)} orders, ${many(size.notifies)} notifies: ${many(truth.paid)} paid, ${many(ours.paid)} credited once (${many(ours.creditedFen)} of ${many(truth.paidFen)} fen); ${many(size.unpaid)} of what nobody paid: ${told(figures.unpaidAnswers)}; forged: ${at.join('; ')}`,
        problems: findProblems(figures, size),
      }
    },
  },
  kills: {
    figure: 'kill -9 of a server in the middle of payments: nothing acknowledged is lost, nothing counts twice',
    async run(scale) {
      const { findProblems, killInTheMiddle } = await import('../proofs/kills.ts')
      const size = { rounds: part(200, scale), perRound: 40, errands: 4, atOnce: 16 }
      const figures = await withDatabase((url) => killInTheMiddle(url, size))
      const sum = (name: 'acked' | 'cutOff' | 'ackedButUnpaid') =>
        many(figures.rounds.reduce((total, round) => total + round[name], 0))
      return {
        counts: `${figures.rounds.length} kills; ${sum('acked')} payments acknowledged before them, ${sum('ackedButUnpaid')} lost; ${sum('cutOff')} notifies cut off; ${many(figures.ours.creditedFen)} of ${many(figures.truth.paidFen)} fen credited`,
        problems: findProblems(figures, size),
      }
    },
  },
  postgres: {
    figure: 'kill -9 of PostgreSQL under payments: nothing acknowledged is lost',
    async run(scale) {
      const { killPostgres } = await import('../proofs/struck.ts')
      const kills = part(50, scale)
      return tellStruck(await withDatabase((url, folder) => killPostgres(url, folder, kills)), `${kills} kills`)
    },
  },
  gateway: {
    figure: 'a gateway that fails in ten ways, at the opening or at the question: each order ends right',
    async run(scale) {
      const { findProblems, tryFaults } = await import('../proofs/gateway-faults.ts')
      const size = { perKind: part(200, scale), atOnce: 8 }
      const figures = await withDatabase((url) => tryFaults(url, size))
      const { kinds, orders, answers, repeats, truth, ours } = figures
      return {
        counts: `${many(orders)} orders, ${kinds} kinds, openings answered ${told(answers)}, ${many(repeats)} notifies repeated; ${many(truth.paid)} paid, ${many(ours.paid)} credited`,
        problems: findProblems(figures, size),
      }
    },
  },
  network: {
    figure:
      'delay, cut, reset, black hole, half-open and trickle between client, server, database, gateway and agent: nothing is lost, everything drains',
    async run(scale) {
      const { findProblems, strikeNetwork } = await import('../proofs/network.ts')
      const { FAULTS } = await import('../proofs/wire.ts')
      const plan = { faults: FAULTS, rounds: part(20, scale), strikeMs: 1_000 }
      const figures = await withDatabase((url) => strikeNetwork(url, plan))
      const { strikes, hangMs, acked, traffic, drained } = figures
      const hangs = Object.entries(hangMs).map(([link, ms]) => `${link} ${seconds(ms)}`)
      return {
        counts: `${strikes} strikes, ${plan.rounds} of each of ${FAULTS.length} faults on 4 links; longest wait of a caller: ${hangs.join(', ')}; ${many(acked)} payments, ${many(traffic.batches)} batches of traffic (${many(traffic.repeats)} repeats), drained in ${seconds(drained.ms)}`,
        problems: findProblems(figures, plan),
      }
    },
  },
  disk: {
    figure: 'the disk of the database gets full under payments, and has room again',
    async run(scale) {
      const { fillDisk } = await import('../proofs/struck.ts')
      const rounds = part(20, scale)
      const figures = await fillDisk(rounds)
      if (!figures) return { counts: '', problems: ['this process may not mount a disk'] }
      return tellStruck(figures, `${rounds} times full`)
    },
  },
  clock: {
    figure: 'two servers of one installation, one a day ahead, one a day behind, under payments',
    async run() {
      const { shiftClocks } = await import('../proofs/struck.ts')
      return tellStruck(await withDatabase((url) => shiftClocks(url)), '1 and -1 day')
    },
  },
  hostile: {
    figure: 'bad requests over every route from its schema, and raw ones: 0 answers of 5xx, 0 exits, memory flat',
    async run(scale) {
      const { findProblems, sendHostile } = await import('../proofs/hostile.ts')
      const raw = await import('../proofs/raw-requests.ts')
      const size = { calls: part(980_000, scale), perTurn: 300 }
      const rawCount = part(20_000, scale)
      const figures = await withDatabase((url) => sendHostile(url, size))
      const rawFigures = await withDatabase((url) => raw.sendRaw(url, rawCount))
      const { calls, routes, statuses, heldMb } = figures
      return {
        counts: `${many(calls)} to ${routes} routes (${told(statuses)}), held ${heldMb[0]?.toFixed(0)} to ${heldMb.at(-1)?.toFixed(0)} MB; ${many(rawFigures.sent)} raw (${told(rawFigures.statuses)}, without an answer: ${many(rawFigures.silent)}), ${rawFigures.exits} exits`,
        problems: [...findProblems(figures, size), ...raw.findProblems(rawFigures, rawCount)],
      }
    },
  },
  matrix: {
    figure: "who may call what, and reach whose things: every call, role, key and place; others' things: 0 leaks",
    run: () =>
      runTests(
        ...['tenant-matrix', 'permission-matrix', 'key-matrix', 'step-up-matrix'].map(
          (name) => `server/checks/${name}.test.ts`,
        ),
      ),
  },
  races: {
    figure: 'fifty callers at once for what one may have, of every kind: one winner',
    async run(scale) {
      const { findProblems, runRaces } = await import('../proofs/races.ts')
      const rounds = part(500, scale)
      const figures = await withDatabase((url) => runRaces(url, rounds))
      const unfair = Object.values(figures.unfair).reduce((sum, count) => sum + count, 0)
      return {
        counts: `${many(rounds * figures.kinds)} rounds, ${rounds} of each of ${figures.kinds} kinds; ${unfair} with another outcome`,
        problems: findProblems(figures, rounds),
      }
    },
  },
  traffic: {
    figure: 'rows of traffic in any order, a fifth twice, their server killed: every total exact',
    async run(scale) {
      const { findProblems, ingestRows } = await import('../proofs/ingest.ts')
      const size = {
        users: part(1e4, Math.max(scale, 0.1)),
        rows: 1e3 * part(5e3, scale),
        perBatch: 1e3,
        twicePercent: 20,
        atOnce: 8,
        kills: part(50, scale),
      }
      const figures = await withDatabase((url) => ingestRows(url, size))
      const { rows: count, seconds: took, sentTwice, foundTwice, kills, cutOff, sent, usedBytes } = figures
      return {
        counts: `${many(count)} rows, ${many(count / took)} a second; ${many(sentTwice)} batches sent twice, ${kills} kills that cut off ${many(cutOff)}, ${many(foundTwice)} found known; ${many(usedBytes)} of ${many(sent.charged)} bytes charged`,
        problems: findProblems(figures, size),
      }
    },
  },
  secrets: {
    figure: 'passwords, tokens, keys and codes in dump, logs, mails, answers, storage, addresses and bundles: 0',
    async run() {
      const { findProblems, lookForSecrets } = await import('../proofs/leaks.ts')
      const figures = await withDatabase((url) => lookForSecrets(url))
      const places = Object.entries(figures.places).map(
        ([place, size]) => `${place} ${size === null ? 'not looked at' : many(size)}`,
      )
      return {
        counts: `${figures.secrets} secrets, ${figures.leaks.length} found; characters searched: ${places.join(', ')}`,
        problems: findProblems(figures),
      }
    },
  },
  guesses: {
    figure: 'wrong sign-ins on one account from thousands of addresses: contained, and its owner gets in',
    async run(scale) {
      const { findProblems, stormAccount } = await import('../proofs/guesses.ts')
      const size = { wrong: part(100_000, scale), withCaptcha: part(1_000, scale), atOnce: 16, mistypes: 8 }
      const figures = await withDatabase((url) => stormAccount(url, size))
      const { answers, hashes, guessesWithoutCaptcha, withoutDevice, afterMistypes, withDeviceMs } = figures
      return {
        counts: `${many(size.wrong)} guesses (${told(answers)}): ${many(hashes)} passwords looked at, ${guessesWithoutCaptcha} guesses without a captcha; the owner is in after ${seconds(withoutDevice.ms)} on a new device, ${seconds(afterMistypes.ms)} after mistyping, ${seconds(Math.max(...withDeviceMs.map((ms) => ms ?? 0)))} at most on a known one`,
        problems: findProblems(figures, size),
      }
    },
  },
  simulation: {
    figure: 'lives of a reseller from one seed each, on two servers that are killed between any two statements',
    async run(scale) {
      const { simulateMany, upFrom } = await import('../proofs/simulation.ts')
      const seeds = part(10_000, scale)
      const first = Date.now() % 2 ** 31
      const { runs, found } = await withDatabase((url) => simulateMany(url, upFrom(first, seeds)))
      const sum = (of: 'acts' | 'statements' | 'kills') => many(runs.reduce((total, run) => total + run[of], 0))
      return {
        counts: `${many(runs.length)} lives from seed ${first} on: ${sum('acts')} wishes, ${sum('statements')} statements, ${sum('kills')} kills; ${found.length} with a wrong end`,
        problems: found.map(({ seed, problems }) => `seed ${seed}: ${problems.join(', ')}`),
      }
    },
  },
  mutants: {
    figure: 'planted bugs that a test sees: at least 95 in a hundred',
    run: (scale) => runProof(['mutants', ...(scale < 1 ? ['1'] : [])], / caught(?:: |$)/),
  },
  cluster: {
    figure: 'three database servers: the primary killed, frozen and switched under payments: 0 lost, at most 12 s',
    run(scale) {
      const words = ['--kills', String(part(20, scale)), '--freezes', String(part(5, scale))]
      return runProof(['cluster', ...words], /^(?:\S.*(?:kill|freeze|switch|lost|acknowledged)|\s+\d+ )/)
    },
  },
}

type Struck = import('../proofs/struck.ts').Figures

async function tellStruck(figures: Struck, what: string) {
  const { findLosses } = await import('../proofs/struck-payments.ts')
  const { acked, answers, found, truth, ours } = figures
  const { backMs } = found
  const back =
    backMs.length > 0
      ? `; the next payment after ${seconds(middle(backMs))}, at most ${seconds(Math.max(...backMs))}`
      : ''
  return {
    counts: `${what}${back}; ${many(acked)} payments acknowledged, ${figures.ackedButUnpaid} lost; ${many(ours.creditedFen)} of ${many(truth.paidFen)} fen credited; answers ${told(answers)}`,
    problems: findLosses(figures),
  }
}
