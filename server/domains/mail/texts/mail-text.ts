export type MailText = {
  subject: string
  /** Paragraphs; a code comes after the first. */
  lines: string[]
  /** A button to a page of the portal or console; `/console/join` also carries the invitation's secret. */
  action?: {
    label: string
    path:
      | '/login'
      | '/find_pass'
      | '/user/tcBuy'
      | '/user/user_payment'
      | '/user/invite'
      | '/user/customer_service'
      | '/user/open_agency'
      | '/console'
      | '/console/join'
  }
}

/** Every template must have a text that uses only the template's words, else this does not compile. */
export type TextsOf<Params extends Record<keyof Params, string>> = {
  [T in keyof Params]: (words: Record<Params[T] | 'user', string>) => MailText
}
