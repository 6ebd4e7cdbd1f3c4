import type { Bugs } from '../mutant.ts'

/** What the pages do by themselves. */
export const pagesBugs: Bugs = {
  'portal/features/paying/trade.ts': [['isForOrder && creditedTo ===', 'creditedTo ===', 'calls a top-up late']],
  'portal/features/paying/amounts.ts': [["Number(cents.padEnd(2, '0'))", 'Number(cents)', 'reads 1.5 yuan as 105 fen']],
  'portal/features/paying/use-trade-state.ts': [
    ['failures = 0\n    } catch', '} catch', 'asks less and less after one failure'],
  ],
  'portal/screens/packages/attempts.ts': [
    ['attempts.get(name) ?? makeAttempt()', 'makeAttempt()', 'buys twice after a lost answer'],
  ],
  'portal/screens/packages/plan-choice.ts': [
    ['Math.ceil(priceFen / months)', 'Math.floor(priceFen / months)', 'shows less than the real price'],
  ],
  'portal/screens/overview/hero-state.ts': [
    ['usedBytes / totalBytes >= LOW_SHARE', 'usedBytes / totalBytes > 1', 'never warns of used traffic'],
  ],
  'portal/screens/balance/entry-filter.ts': [['dayStart(to, 1)', 'dayStart(to)', 'leaves out the last day']],
  'portal/screens/freeze-account/freeze-state.ts': [
    ['Math.max(1, Math.round(seconds / 60))', 'Math.round(seconds / 60)', 'says 0 minutes'],
  ],
  'portal/screens/line-install/standing.ts': [
    ['lineCount >= lineLimit', 'lineCount > lineLimit', 'offers a line that is refused'],
  ],
  'portal/features/lines/last-contact.ts': [['at > last.at', 'at < last.at', 'names the first contact as the last']],
  'portal/screens/cards/typed-codes.ts': [
    ['line: at + 1, typed', 'line: at, typed', 'names the line before a wrong key'],
  ],
  'portal/session/return-path.ts': [
    [
      'pathname === USER_AREA || pathname.startsWith(`${USER_AREA}/`)',
      'pathname.startsWith(USER_AREA)',
      'leads outside the user area',
    ],
  ],
  'portal/session/silent-login.ts': [
    ["if (!loadCredential()) return 'empty'\n    adopt", 'adopt', 'signs in who signed out meanwhile'],
  ],
  'portal/session/token.ts': [
    ['token !== sent && readToken() === sent', 'token !== sent', 'brings back a session that was ended'],
  ],
  'portal/session/sign-out.ts': [["  removeStored('password')\n", '', 'signs in again after a sign-out']],
  'portal/session/sign-in.ts': [
    ["  removeStored('username')\n  removeStored('password')\n", '', 'remembers the user before'],
  ],
  'portal/session/keeper.ts': [
    [
      'owner.token !== token) return undefined',
      'false) return undefined',
      "shows another session's facts",
      { survives: 'a browser has what it takes: e2e/offline.spec.ts signs in as another user' },
    ],
  ],
  'portal/session/guard.ts': [['pathname.toLowerCase()', 'pathname', 'lets a stranger in by capital letters']],
  'portal/app/nav.ts': [
    ['return offered.sellsOnline !== false', 'return offered.sellsOnline === true', 'moves entries under the finger'],
  ],
  'portal/worker/pushed.ts': [
    [
      "/^\\/user\\/[a-zA-Z_]+$/.test(pathname) ? pathname : '/user'",
      'pathname',
      'lets a message choose where a tap leads',
    ],
  ],
  'portal/features/monitor/monitor-events.ts': [
    ['if (alert.resolvedAt !== null) return others\n', '', 'keeps an alert that is over'],
  ],
  'ui/http/dedupe.ts': [
    ["twin.outcome === 'waiting' || !sharing.skipRecent", '!sharing.skipRecent', 'sends a request twice'],
  ],
  'ui/http/client.ts': [
    [
      'error.isExpired && !options.noRedirect',
      'error.isExpired',
      'leads away who only asked',
      { tests: ['portal/session/configure-calls.test.ts'] },
    ],
  ],
  'ui/http/exchange.ts': [['envelope.success && status < 300', 'envelope.success', 'takes an error for an answer']],
  'ui/http/query-client.ts': [['&& !(error instanceof ApiError && error.isRefusal)', '', 'asks again after a refusal']],
  'ui/forms/use-intent-key.ts': [['if (last.intent !== text) last', 'last', 'pays twice after a lost answer']],
  'ui/forms/validate.ts': [['[...value].length', 'value.length', 'counts an emoji as two']],
  'ui/forms/use-submit.ts': [
    ['exact.includes(field) ? read(field) : read(field).trim()', 'read(field).trim()', 'trims a password'],
  ],
  'ui/words/date-text.ts': [
    ['Math.max(1, dayNumber(instant) - dayNumber(nowMs))', 'dayNumber(instant) - dayNumber(nowMs)', 'says 0 days'],
  ],
  'ui/components/user-look.ts': [
    [
      'user.totalBytes > 0 && user.usedBytes >= user.totalBytes',
      'user.totalBytes > 0 && user.usedBytes > user.totalBytes',
      'calls used up traffic fine',
    ],
  ],
  'ui/device/app-key.ts': [
    [
      'stored && stored.key !== appKey.key ? stored.key : null',
      'stored ? stored.key : null',
      'announces a reseller that did not change',
    ],
  ],
  'console/features/user/user-actions.ts': [
    ["clearFactor: 'users.factor'", "clearFactor: 'users.help'", 'shows helpers a button that is refused'],
  ],
  'console/features/bulk/bulk-draft.ts': [
    [
      "may('bulk.run') ? kinds.filter((kind) => may(bulkNeeds[kind])) : []",
      'kinds.filter((kind) => may(bulkNeeds[kind]))',
      'offers bulk work without its permission',
    ],
  ],
  'console/features/form/fen-of.ts': [
    ['Math.round(Number(yuan) * 100)', 'Math.floor(Number(yuan) * 100)', 'loses a fen of 0.29 yuan'],
  ],
  'console/features/table/list-state.ts': [
    ['isSameList ? state.cursor : null', 'state.cursor', 'keeps the page of another list'],
  ],
  'console/features/table/moments-of.ts': [
    ['dayStart(filters[to], 1)', 'dayStart(filters[to])', 'leaves out the last day of a filter'],
  ],
  'console/features/table/turned-filters.ts': [
    ["value !== '' && key !== NOT", "value !== ''", 'turns a filter that is empty'],
  ],
  'console/features/merchants/merchant-draft.ts': [
    [
      "keys[name] ?? (kind === 'flag' ? false : ",
      "kind === 'flag' ? false : (keys[name] ?? ",
      'forgets how a key is named',
    ],
  ],
  'console/screens/prices/coupon-draft.ts': [
    ['wholesaleFen - Math.max(0, retailFen - offFen)', 'wholesaleFen - retailFen', 'hides that a coupon loses money'],
  ],
  'console/screens/prices/price-outcome.ts': [
    [
      'retailFen < wholesaleFen ? { confirm',
      'retailFen <= wholesaleFen ? { confirm',
      'asks to confirm a price without a loss',
    ],
  ],
  'console/screens/prices/last-change.ts': [
    ['current?.retailFen === row.newRetailFen ?', 'current ?', 'undoes what somebody changed since'],
  ],
  'console/screens/price-lists/wholesale-draft.ts': [
    ["suggested === '' ? null : fenOf(suggested)", 'fenOf(suggested)', 'suggests a price of 0'],
  ],
  'console/screens/packages/package-draft.ts': [
    ["draft.stock === '' ? null : Number(draft.stock)", 'Number(draft.stock)', 'sells out what has no limit'],
  ],
  'console/screens/cards/card-purchase.ts': [['year: 12, once: 0', 'year: 10, once: 0', 'sells a year of ten months']],
  'console/screens/notices/notice-draft.ts': [
    ["to !== 'filter' || Object.keys(filters).length > 0", 'true', 'writes to everybody by an empty filter'],
  ],
  'console/app/screens.ts': [
    [
      "(scope === 'any' || scope === here) && may(permission)",
      "scope === 'any' || scope === here",
      'opens screens without a permission',
    ],
  ],
}
