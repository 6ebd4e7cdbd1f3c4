import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'

export type Log = (line: string) => void

/** Everything known about one data folder, running or not. */
export type Cluster = {
  dataDir: string
  /** `<dataDir>/postgres`, as a real path: it is compared with what the system says of a running server. */
  pgData: string
  binaries: Binaries
  runAs: RunAs
  /** TCP on loopback instead of a socket. Windows has no other way. */
  overTcp: boolean
  log: Log
}

/** Where a server listens: a socket folder or a loopback address. */
export type Endpoint = { host: string; port: number }
