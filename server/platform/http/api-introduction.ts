import { limits } from '../../../contract/limits.ts'

/** Introduction of the API document, in Markdown. */
export const apiIntroduction = `
User center of a network-line service that is sold through resellers. Every call here is one the portal makes itself.
The document is made from the code, so it cannot drift from it.

## Calls

\`POST\` takes a JSON body, \`GET\` a query string. Fields that a call does not name are refused. Times are UTC in ISO 8601,
money is in fen: 100 fen are one yuan, or one fish coin. \`dailiKey\` and \`daili_id\` are the number of a reseller.

## Sign in

\`POST /api/user/login\` answers a token, in the body and in the \`authorization\` header. Send it with every call:

    authorization: Bearer <token>

A token is renewed every ${limits.tokenRotateMs / 60_000} minutes. The new one comes in the \`authorization\` header of
any answer, refused ones too; use it from then on. The old one is good for another ${limits.tokenGraceMs / 1000} seconds
once the new one was shown. After several wrong passwords a captcha is asked for: see \`GET /api/user/captcha\`.

Monitors have tokens of their own (\`POST /api/monitor/login\`), partners send one of the operator's keys the same way,
and nodes sign the body of each call.

## Errors

Every answer has one envelope:

    { "success": true, "data": … }
    { "success": false, "code": "balance.short", "message": "…" }

\`code\` is stable. \`message\` is for people, in the language of \`accept-language\` (zh-CN, zh-TW or en).

| status | meaning |
| --- | --- |
| 400 | the input is wrong; \`data.fields\` names each wrong field with the rule it broke |
| 401 | the login has expired, and nothing else |
| 403 | not allowed, or made by another site |
| 404 | there is no such path, and nothing else |
| 409 | something changed meanwhile, or the key was used for something else |
| 413, 415 | too large, or not JSON |
| 422 | refused by a rule of the product; \`code\` says which |
| 429 | too often; \`retry-after\` says how many seconds to wait |
| 500 | our fault; \`reqId\` finds it in the log |
| 503 | the payment gateway or the database does not answer, or \`server.maintenance\`: the portal is closed until \`data.until\`; try again after \`Retry-After\` |

## Pages

Lists answer \`items\` and \`next\`. Send \`next\` as \`cursor\` for the page after; \`null\` means that there is none.

## The same call twice

Calls that move money take a \`key\` that you make up: 8 to 200 characters. The
same key with the same body answers the first answer and does nothing again, so repeat a call whose answer got lost. The
same key with another body answers 409 \`request.key_reused\`.
`
