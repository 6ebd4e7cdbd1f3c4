import path from 'node:path'

/** Fixtures come from invented installations and hold no secret. */
export const FIXTURE_KEY = 'the key of all fixtures, which keep nothing secret'
export const FIXTURE_USER = { name: 'newcomer', password: 'a long and quiet password 7' }
export const fixtureFolder = path.join(import.meta.dirname, '..', '..', 'migrations', 'fixtures')
