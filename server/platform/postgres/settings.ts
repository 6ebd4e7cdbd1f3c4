import { totalmem } from 'node:os'

const MIB = 1024 * 1024

/** Written once, before the first start: what an operator later changes with ALTER SYSTEM stays. */
export function firstSettings(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${sharedBuffersMib()}MB`,
    // Assumes an SSD: the default of 4 makes the planner avoid indexes.
    random_page_cost: '1.1',
    // All statements are short; compiling them costs more than running them.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Leaves out ERROR: the application logs its own failed statements, and their text can hold personal data.
    log_min_messages: 'log',
    ...overrides,
  }
}

export function settingsFile(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

/** A sixteenth of the machine's memory: Node shares the machine, and the page cache does the rest. */
function sharedBuffersMib(): number {
  return Math.min(512, Math.max(64, Math.floor(totalmem() / MIB / 16)))
}
