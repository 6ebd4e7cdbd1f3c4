/** A word of the portal, as `part.name` in portal/words. */
type Word = `${string}.${string}`

/**
 * What a visitor gets who opens a path: the final path, the heading, and the calls to the server. `deskCalls`: those
 * added where a list and its detail fit side by side.
 */
export type Opened = { at: string; heading: Word; calls: readonly string[]; deskCalls?: readonly string[] }
export type ScreenRow = { path: string; nobody: Opened; old: Opened }

/** Calls that every page makes at its start; without an app key also the one for the reseller of the host. */
const START = ['/api/daili/notCheck/whitelist', '/api/daili/dailiConfig']
const FIRST_START = [...START, '/api/daili/notCheck/dailiKey']
const AREA = [...START, '/api/user/info']

const LOGIN: Opened = { at: '/login', heading: 'login.title', calls: FIRST_START }
const LOGIN_OFFER: Opened = { at: '/login', heading: 'login.title', calls: AREA }
const NOT_FOUND = { at: '/notFound', heading: 'base.notFoundTitle' } as const

/** The same for all visitors. */
function open(path: string, heading: Word, calls: readonly string[] = []): ScreenRow {
  const opened = (start: readonly string[]) => ({ at: path, heading, calls: [...start, ...calls] })
  return { path, nobody: opened(FIRST_START), old: opened(START) }
}

function lost(path: string): ScreenRow {
  return { path, nobody: { ...NOT_FOUND, calls: FIRST_START }, old: { ...NOT_FOUND, calls: START } }
}

/** A page that needs a session. */
function own(child: string, calls: readonly string[], deskCalls: readonly string[] = []): ScreenRow {
  const at = `/user/${child}`
  return { path: at, nobody: LOGIN, old: { at, heading: `user.${child}`, calls: [...AREA, ...calls], deskCalls } }
}

/** Every path of the portal, and what it opens. */
export const screenTable: readonly ScreenRow[] = [
  { path: '/', nobody: LOGIN, old: LOGIN_OFFER },
  { path: '/login', nobody: LOGIN, old: LOGIN_OFFER },
  open('/reg', 'register.title'),
  open('/find_pass', 'recover.resetTitle'),
  open('/dailiPay', 'agent-pay.title'),
  lost('/notFound'),
  open('/online', 'online.title', ['/api/status']),
  { path: '/demo', nobody: demo(), old: demo() },
  open('/loginMonitor', 'monitor-login.title'),
  // The page measures how quickly this call is answered.
  open('/inner', 'inner.title', ['/api/daili/notCheck/dailiKey']),
  {
    path: '/monitor',
    nobody: { at: '/loginMonitor', heading: 'monitor-login.title', calls: FIRST_START },
    old: { at: '/monitor', heading: 'monitor.title', calls: [...START, '/api/monitor/stream'] },
  },
  lost('/nowhere/at/all'),

  {
    path: '/user',
    nobody: LOGIN,
    old: {
      at: '/user',
      heading: 'user.home',
      calls: [...AREA, '/api/message/list', '/api/line/list', '/api/traffic/own'],
    },
  },
  own('userPay', ['/api/user/payType', '/api/payment/list']),
  own('tcBuy', ['/api/tc/list', '/api/order/list']),
  own('emailBind', []),
  own('invite', ['/api/invite/summary', '/api/invite/list']),
  own('kmList', ['/api/km/list', '/api/gift/list']),
  own('line_install', ['/api/line/nodes', '/api/line/list']),
  own('line_list', ['/api/client/list', '/api/line/list', '/api/line/nodes']),
  own('balance', ['/api/balance/entries']),
  own('traffic_rank', ['/api/traffic/own', '/api/traffic/rank']),
  own('usage_record', ['/api/user/ticket']),
  own('customer_service', ['/api/tickets/list']),
  own('agreement', []),
  own('open_agency', ['/api/user/daili', '/api/order/list']),
  own('use_tutorial', []),
  // Seeing the notices for everybody marks them as read.
  own('message', ['/api/message/read'], ['/api/message/list']),
  own('user_payment', ['/api/payment/list']),
  own('freeze_acc', ['/api/user/freezeState']),
  own('change_pass', ['/api/user/factors', '/api/user/deletion']),
  own('speedMode', ['/api/line/nodes']),
  { path: '/user/nowhere', nobody: LOGIN, old: { ...NOT_FOUND, calls: AREA } },
]

/** Uses sample data and makes no calls. */
function demo(): Opened {
  return { at: '/demo', heading: 'user.home', calls: [] }
}
