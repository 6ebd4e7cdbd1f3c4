import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

import { buildHash, keptHash, keepHash } from '../web/build/build-hash.ts'
import { writePages } from '../web/build/write-pages.ts'
