import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { loadCommands } from '../../server/cli/commands.ts'
import { caddySteps, handSteps } from './by-hand.ts'
import { agentSteps, productionSteps, shopSteps } from './production.ts'
import { readSteps } from './production/doc-steps.ts'

const commands = await loadCommands()
const code = (text: string, mark = '') => `\`\`\`sh walk${mark}\n${text}\n\`\`\`\n`

test('steps are the marked blocks below one heading, named by the heading above them', () => {
  const text = `# D\n${code('before')}\n## Walk\n${code('a')}\n### 1. One\n${code('b', ' online')}\`\`\`\nno\n\`\`\`\n## Next\n${code('after')}`
  expect(readSteps(text, '## Walk')).toEqual([
    { title: 'Walk', where: 'inside', script: 'a\n' },
    { title: '1. One', where: 'online', script: 'b\n' },
  ])
  expect(() => readSteps(text, '## Gone')).toThrow('Gone')
  expect(() => readSteps(text.replace('online', 'onlin'), '## Walk')).toThrow('onlin')
})

test('docs/production.md is the code and one command', () => {
  const [code, setup, ...more] = productionSteps()
  expect(more).toEqual([])
  expect([code!.where, setup!.where]).toEqual(['online', 'online'])
  expect(code!.script).toContain('git clone https://git.example.com/yuxian.git /opt/yuxian\n')
  expect(setup!.script).toMatch(/^\/opt\/yuxian\/deploy\/setup --yes --domain portal\.example\.com .*\n$/)
})

test('the steps by hand go from packages to the final check, in an order that works on a machine', () => {
  const steps = handSteps()
  expect(steps.map(({ title, where }) => `${title} ${where}`)).toEqual([
    '1. Programs online',
    '2. The code online',
    '3. Role, database and settings inside',
    '4. The service inside',
    '5. The certificate outside',
    '6. The proxy inside',
    '7. A look inside',
  ])
  expect(caddySteps().map(({ title, where }) => `${title} ${where}`)).toEqual([
    '1. Caddy online',
    '2. From nginx to Caddy inside',
  ])
  expect(shopSteps().map(({ title, where }) => `${title} ${where}`)).toEqual(['From nothing to the first user inside'])
  expect(agentSteps().map(({ where }) => where)).toEqual(['online', 'online'])
})

test('every command of ours in the steps exists', () => {
  const names = new Set(commands.map(({ name }) => name))
  const typed = [...handSteps(), ...shopSteps()].flatMap(({ script }) => [
    ...script.matchAll(/^yx ([\w-]+(?: \w+)?)/gm),
  ])
  expect(typed.map(([, name]) => name)).toEqual([
    'database migrate',
    'doctor',
    'packages add',
    'price-lists set',
    'offers fill',
    'balances adjust',
    'cards buy',
  ])
  for (const [, name] of typed) expect(names).toContain(name)
})

test('every command that the setup, the update and the proof type exists, with its options', async () => {
  const known = [...commands, ...(await loadCommands('call'))]
  const groups = new Set(known.map(({ name }) => name.split(' ')[0]))
  const files = globSync(['deploy/{setup,update}', 'scripts/proofs/production.ts', 'scripts/proofs/production/*.ts'])
  const typed = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').matchAll(/\byx ([a-z]+)(?: ([a-z][A-Za-z.-]*))?(.*(?:\\\n.*)?)/g)
    return [...lines].filter(([, first]) => groups.has(first))
  })
  expect(typed.length).toBeGreaterThan(15)
  for (const [line, first, second, more] of typed) {
    const command = known.find(({ name }) => name === first || name === `${first} ${second}`)
    const given = [...more!.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option!)
    const unknown = given.filter((option) => !(option in (command?.options ?? {})) && option !== 'json')
    expect([line, command !== undefined, unknown]).toEqual([line, true, []])
  }
})

test('the shop leaves its keys where the user of the proof finds one', () => {
  const [shop] = shopSteps()
  expect(shop!.script).toMatch(/^yx cards buy .* > keys\.txt$/m)
})
