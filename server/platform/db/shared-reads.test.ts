import { expect, test } from 'vitest'

import { shareReads } from './shared-reads.ts'

class OwnFault extends Error {}

/** Fake connections that answer when told to. */
function openDesk({ hasTime = true } = {}) {
  const loans: { asked: string[]; isReleased: boolean; answer(): void; fail(error: Error): void }[] = []
  const shared = shareReads<string, string>({
    take: async () => {
      let waiting: { resolve(text: string): void; reject(error: Error): void; statement: string }[] = []
      const loan = {
        asked: [] as string[],
        isReleased: false,
        answer: () => void waiting.splice(0).forEach(({ resolve, statement }) => resolve(`${statement}!`)),
        fail: (error: Error) => void waiting.splice(0).forEach(({ reject }) => reject(error)),
      }
      loans.push(loan)
      return {
        run: (statement: string) => {
          loan.asked.push(statement)
          return new Promise<string>((resolve, reject) => waiting.push({ resolve, reject, statement }))
        },
        release: () => void (loan.isReleased = true),
      }
    },
    isOwnFault: (error) => error instanceof OwnFault,
    hasTime: () => hasTime,
  })
  return { ...shared, loans }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('parallel reads share a connection, which goes back after the last', async () => {
  const { run, loans } = openDesk()
  const reads = [run('a'), run('b')]
  await settle()
  expect(loans.map(({ asked }) => asked)).toEqual([['a', 'b']])
  loans[0]!.answer()
  expect(await Promise.all(reads)).toEqual(['a!', 'b!'])
  await settle()
  expect(loans[0]!.isReleased).toBe(true)
  const later = run('c')
  await settle()
  loans[1]!.answer()
  expect(await later).toBe('c!')
})

test('many reads spread over a few connections, and the rest take their own', async () => {
  const { run, loans } = openDesk()
  const reads = Array.from({ length: 100 }, (_, at) => run(String(at)))
  await settle()
  expect(loans.map(({ asked }) => asked.length)).toEqual([16, 16, 16, 16, ...Array.from({ length: 36 }, () => 1)])
  for (const loan of loans) loan.answer()
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 100 }, (_, at) => `${at}!`))
})

test('a statement that fails by itself fails alone', async () => {
  const { run, loans } = openDesk()
  const read = run('a')
  await settle()
  loans[0]!.fail(new OwnFault())
  await expect(read).rejects.toThrow(OwnFault)
  expect(loans).toHaveLength(1)
})

test('when a connection breaks, each read asks again on its own connection, and none joins the broken one', async () => {
  const { run, loans } = openDesk()
  const reads = [run('a'), run('b')]
  await settle()
  loans[0]!.fail(new Error('broken'))
  await settle()
  reads.push(run('c'))
  await settle()
  expect([loans[0]!.isReleased, loans.slice(1).map(({ asked }) => asked)]).toEqual([true, [['a'], ['b'], ['c']]])
  for (const loan of loans) loan.answer()
  expect(await Promise.all(reads)).toEqual(['a!', 'b!', 'c!'])
})

test('tries again only once', async () => {
  const { run, loans } = openDesk()
  const read = run('a')
  await settle()
  loans[0]!.fail(new Error('broken'))
  await settle()
  loans[1]!.fail(new Error('still broken'))
  await expect(read).rejects.toThrow('still broken')
  expect(loans.map(({ isReleased }) => isReleased)).toEqual([true, true])
})

test('a caller with little time reads alone, and after a change of the database all use a new connection', async () => {
  const hasty = openDesk({ hasTime: false })
  void hasty.run('a')
  void hasty.run('b')
  await settle()
  expect(hasty.loans.map(({ asked }) => asked)).toEqual([['a'], ['b']])
  const { run, renew, loans } = openDesk()
  void run('a')
  await settle()
  renew()
  void run('b')
  await settle()
  expect(loans.map(({ asked }) => asked)).toEqual([['a'], ['b']])
})
