import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/lines.ts'

export default {
  active: 'Online',
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
  down: 'Down',
  rate: 'Rate {{rate}}',
  load: 'Load {{percent}}%',
  latency: 'Latency {{ms}} ms',
  today: '{{amount}} today',
  allRegions: 'All',
  byRegion: 'Filter by region',
  readyNow: '{{name}} is ready',
  readyText: 'Import it into your client, or update the subscription there, and connect.',
  waitText: 'Setting it up on the node. This usually takes a few seconds.',
} satisfies Translation<typeof source>
