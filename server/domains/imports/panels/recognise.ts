import type { Name } from '../reader/name.ts'
import type { SourceTable } from '../reader/source.ts'

export type Panel = { name: 'V2Board' | 'V2Board of wyx2685' | 'Xboard'; version: string }

/** Which panel a file is of, by its tables and columns. Null: none that we know. */
export function recognise(tables: ReadonlyMap<string, SourceTable>, lastMigration: string | null): Panel | null {
  const has = (table: string, column?: Name) => {
    const found = tables.get(table)
    return found !== undefined && (column === undefined || found.columns.includes(column))
  }
  if (!has('v2_user')) return null
  if (has('v2_server', 'protocol_settings') || has('v2_plan', 'prices') || has('v2_settings')) {
    return { name: 'Xboard', version: lastMigration ?? 'of an unknown version' }
  }
  const isFork = ['v2_server_vless', 'v2_server_tuic', 'v2_server_anytls', 'v2_server_v2node', 'v2_giftcard']
  if (isFork.some((table) => has(table)) || has('v2_user', 'auto_renewal')) {
    const version = has('v2_server_v2node') ? '1.7.5 with v2node' : has('v2_server_anytls') ? '1.7.5' : '1.7.4 or older'
    return { name: 'V2Board of wyx2685', version }
  }
  return { name: 'V2Board', version: versionOfV2board(has) }
}

function versionOfV2board(has: (table: string, column?: Name) => boolean): string {
  if (has('v2_plan', 'daily_unit_price')) return 'development version of October 2023'
  if (has('v2_server_hysteria')) return '1.7.4'
  if (has('v2_server_v2ray') || has('v2_server')) return 'before 1.6'
  return has('v2_stat_order') ? '1.7.3 or older' : '1.7'
}
