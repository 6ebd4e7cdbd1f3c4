import type { Translation } from '../words.ts'
import type source from '../zh-cn/lines.ts'

export default {
  active: 'Working',
  installing: 'Installing',
  moving: 'Moving',
  failed: 'Not installed',
  paused: 'Paused',
  expired: 'Expired',
  quota: 'Traffic used up',
  limit: 'Over the limit',
  node: 'Node removed',
  maintenance: 'Maintenance',
  crowded: 'Crowded',
  full: 'Full',
  down: 'Offline',
  rate: 'Rate {{rate}}',
  load: 'Load {{percent}}%',
  latency: '{{ms}} milliseconds away',
  today: '{{amount}} today',
  allRegions: 'All',
  byRegion: 'Filter by region',
  readyNow: '{{name}} is ready',
  waitText: 'Being set up on the node, usually a few seconds.',
} satisfies Translation<typeof source>
