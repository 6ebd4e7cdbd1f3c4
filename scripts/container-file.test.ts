import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
/** Instructions with their words. A line that ends in a backslash continues in the next. */
const steps = read('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ', 1)[0]!, rest: line.replace(/^\S+ /, '') }))
const restsOf = (name: string) => steps.filter((step) => step.name === name).map(({ rest }) => rest)
/** Files copied from the repository, by the last stage or by both. */
const copied = restsOf('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .map((rest) => rest.split(' ').slice(0, -1))
const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'))

test('everything that the image copies exists and is not ignored by the build', () => {
  const ignored = read('deploy/Dockerfile.dockerignore').split('\n')
  const sources = [...new Set(copied.flat())]
  expect(sources.length).toBeGreaterThan(8)
  for (const source of sources) {
    expect(existsSync(path.join(root, source)), source).toBe(true)
    expect(ignored, source).toContain(`!${source.split('/')[0]}`)
  }
  expect(ignored).toEqual(expect.arrayContaining(['*', '**/node_modules']))
})

test('the image has every file that the server imports', () => {
  const inImage = last.filter(({ name }) => name === 'COPY').flatMap(({ rest }) => rest.split(' ').slice(0, -1))
  const files = globSync('{server,contract,cashier}/**/*.ts', { cwd: root }).filter(
    (name) => !/\.test\.ts$|^server\/test\/|\/test\//.test(name),
  )
  const outside = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, target]) => path.join(path.dirname(file), target!))
      .filter((target) => !inImage.includes(target.split('/')[0]!))
      .map((target) => `${file} imports ${target}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(outside).toEqual([])
})

test('the image is built and run safely', () => {
  for (const from of restsOf('FROM')) expect(from).toMatch(/^node:24-\w+-slim( AS \w+)?$/)
  for (const run of restsOf('RUN')) {
    expect(run).not.toMatch(/npm (install|i) |sudo|curl|wget/)
    if (run.includes('npm ci')) expect(run).toContain('--loglevel=error')
  }
  expect(last.some(({ name, rest }) => name === 'RUN' && rest.includes('npm ci --omit=dev'))).toBe(true)
  const names = last.map(({ name }) => name)
  expect(restsOf('USER')).toEqual(['node'])
  // Nothing runs or is copied by a user who may write elsewhere.
  expect(names.indexOf('USER')).toBeGreaterThan(Math.max(names.lastIndexOf('RUN'), names.lastIndexOf('COPY')))
  for (const shell of [...restsOf('CMD'), ...restsOf('ENTRYPOINT')]) expect(shell).toMatch(/^\[.*\]$/)
  const health = restsOf('HEALTHCHECK')
  expect(health).toHaveLength(1)
  expect(health[0]).toMatch(/--interval=\d+s --timeout=\d+s --start-period=\d+s.*CMD \[.*\/readyz/)
  expect(restsOf('ADD')).toEqual([])
  expect(steps.some(({ rest }) => /SECRET_KEY=|PASSWORD=/.test(rest))).toBe(false)
})
