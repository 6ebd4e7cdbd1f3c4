import { readFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGE_FILE = path.join(import.meta.dirname, '../../package.json')

export const release = (JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }).version
