export const REDEEM_FIELD_ID = 'card-keys'

/** From the empty list to the field that fills it. */
export function focusRedeem(): void {
  document.getElementById(REDEEM_FIELD_ID)?.focus()
}
