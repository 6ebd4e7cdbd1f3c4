/** What a move was meant to give, and at which wholesale; the judge looks by itself at what came of it. */
export type Deed =
  | { kind: 'nothing' }
  | {
      kind: 'sale'
      who: number
      what: number
      wholesaleFen: number
      orderId: string
      listFen: number
      creditFen: number
      paidFen: number
    }
  | { kind: 'key' | 'change'; who: number; what: number; wholesaleFen: number; isFree: boolean }
  | { kind: 'days'; who: number; cause: 'key' | 'gift'; monthFen: number; isFree: boolean }
  | { kind: 'bytes'; who: number; packFen: number; isFree: boolean }
  | { kind: 'refund'; who: number; orderId: string; fen: number; isPack: boolean }
export type Played = { deed: Deed; refusal: string | null }
