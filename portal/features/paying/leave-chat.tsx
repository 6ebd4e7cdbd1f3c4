import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { api } from '../../../contract/api.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { call } from '../../../ui/http/client.ts'
import { withHandover } from '../../session/handover.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import css from './leave-chat.module.css'

/** A ticket is good for a minute: whoever leaves has at least forty seconds to arrive. */
const FRESH_MS = 20_000

type Props = {
  children: ReactNode
  /** The payment to go on with there. */
  outTradeNo?: string
  /** Points to the app's own menu. */
  hasArrow?: boolean
}

/**
 * The way out of a chat app's browser. Its menu opens the current address, so the address names the brand and the
 * payment, and carries the session along.
 */
export function LeaveChat({ children, outTradeNo, hasArrow = false }: Props) {
  useLeavingAddress(outTradeNo)
  return (
    <>
      {hasArrow ? <MenuArrow /> : null}
      <Callout tone="info">{children}</Callout>
    </>
  )
}

function MenuArrow() {
  const t = useWords('paying')
  return (
    <p className={css.arrow} aria-hidden="true">
      <svg viewBox="0 0 64 64" width="64" height="64">
        <path d="M8 58C10 34 24 18 52 10M36 6l18 3-7 17" />
      </svg>
      <span>{t('chatArrow')}</span>
    </p>
  )
}

/** This page's address for another browser, which has no stored data: only the address can name the reseller. */
function brandedAddress(outTradeNo?: string): string {
  const address = new URL(location.href)
  address.hash = ''
  address.searchParams.set('app_key', writeAppKey(useConfigState.getState().dailiKey))
  if (outTradeNo !== undefined) address.searchParams.set('out_trade_no', outTradeNo)
  return address.href
}

/** Keeps the address ready while this is shown, and takes the ticket out of it again. */
function useLeavingAddress(outTradeNo: string | undefined): void {
  const put = useEffectEvent((ticket: string | null) => {
    const address = brandedAddress(outTradeNo)
    history.replaceState(history.state, '', ticket === null ? address : withHandover(address, ticket))
  })
  useEffect(() => {
    const before = location.pathname + location.search
    let left = false
    const refresh = async () => {
      const ticket = document.hidden ? null : await askTicket()
      if (!left) put(ticket)
    }
    put(null)
    void refresh()
    const timer = setInterval(() => void refresh(), FRESH_MS)
    return () => {
      left = true
      clearInterval(timer)
      if (location.pathname + location.search !== before || location.hash !== '') {
        history.replaceState(history.state, '', before)
      }
    }
  }, [])
}

/** Null without an answer: then the other browser asks for the password. */
function askTicket(): Promise<string | null> {
  return call(api.sessions.ticket, { audience: 'handover' }, { noRedirect: true }).then(
    ({ ticket }) => ticket,
    () => null,
  )
}
