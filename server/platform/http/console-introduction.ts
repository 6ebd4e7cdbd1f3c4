import { keyRates } from '../../../contract/console/key-choices.ts'

/** Introduction of the document for keys, in Markdown. */
export const consoleIntroduction = `
The calls of the office behind the shop, for bots, shops and apps of a reseller or of the platform. The console's own
pages make the same calls. The document is made from the code, so it cannot drift from it.

## Keys

An owner makes a key in the console under the team. Send it with every call, never in an address:

    authorization: Bearer yxk_0123456789_…

A key does what it was given, as far as the member who made it still may. It never pays out, decides withdrawals,
refunds, or touches members, keys, payment accounts, backups, factors and reset codes: this document leaves those calls
out. A call with a key and a cookie is refused with 400. A key of the platform names the reseller: \`?reseller=260\`.

## Calls

\`POST\` takes a JSON body, \`GET\` a query string. Fields that a call does not name are refused. Times are UTC in ISO
8601, money is in fen: 100 fen are one yuan.

## Errors

Every answer has one envelope:

    { "success": true, "data": … }
    { "success": false, "code": "balance.short", "message": "…" }

\`code\` is stable. \`message\` is for people, in the language of \`accept-language\` (zh-CN, zh-TW or en).

| status | meaning |
| --- | --- |
| 400 | the input is wrong; \`data.fields\` names each wrong field with the rule it broke |
| 401 | the key is unknown, revoked or expired |
| 403 | \`staff.forbidden\`: the key was not given this; \`key.limit\`: beyond its daily limit; \`staff.step_up\`: no key does this; \`key.address\`: not from this address; \`reseller.suspended\`: it only reads |
| 404 | there is no such path |
| 409 | something changed meanwhile, or \`request.key_reused\` |
| 422 | refused by a rule of the product; \`code\` says which, \`object.unknown\` that there is no such thing here |
| 429 | too often; \`retry-after\` says how many seconds to wait |
| 500, 503 | our fault, or away for a moment; try again later |

## Spending

What a call takes from the reseller's balance (a plan sold, a gift, card keys, bulk work) counts against the daily limit
of the key, in the business day. Beyond it: 403 \`key.limit\` with \`limitFen\`, \`spentFen\` and \`againAt\`, and nothing happens. A new key may spend nothing.

## The same call twice

Calls that create or move money need the header \`Idempotency-Key\`: a name of 8 to 150 letters, digits and \`_ . : -\`
that you make up. The same name with the same body answers the first answer and does nothing again, so repeat a call
whose answer got lost, for seven days. With another body it answers 409 \`request.key_reused\`. A refused call leaves its
name unused. Where a body has \`key\`, the header fills it. Card keys are in the repeated answer, too, until
they are confirmed as saved, for a day at most.

## Pages

Lists answer \`rows\` and \`nextCursor\`. Send it as \`cursor\` for the page after; \`null\` means that there is none.

## Limits

A key makes ${keyRates[0]} to ${keyRates.at(-1)} calls a minute, as its maker chose. \`RateLimit-Policy\` and \`RateLimit\`
in each answer tell the limit, what is left and for how many seconds.
`
