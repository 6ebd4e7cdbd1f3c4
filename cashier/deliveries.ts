import { randomBytes } from 'node:crypto'

import { MINUTE_MS } from '../contract/durations.ts'
import type { Journal } from './journal.ts'

/** One notify in delivery: it is sent again until the answer is the word `success` or `ok`. */
export type Delivery = {
  id: string
  outTradeNo: string
  url: string
  /** A form to POST, or null when everything is in the address of a GET. */
  form: string | null
  isJson?: boolean
  /** Of a body that is signed in its headers; any 2xx takes it. */
  headers?: Record<string, string>
  /** The answers, attempt by attempt. A failure to connect is in brackets. */
  answers: string[]
  isDone: boolean
}

type Given = Pick<Delivery, 'outTradeNo' | 'url' | 'form' | 'isJson' | 'headers'>

/** Alipay's own schedule: eight attempts within 25 hours. */
const RESEND_MS = [4, 10, 10, 60, 120, 360, 900].map((minutes) => minutes * MINUTE_MS)
const AT_ONCE = 32
const ATTEMPT_LIMIT_MS = 15_000

export type Deliveries = ReturnType<typeof openDeliveries>

/** `speed`: how many times faster than the real gateway resends happen. */
export function openDeliveries(journal: Journal<Delivery>, settings: { speed: number }) {
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<void>>()
  const waiting: Delivery[] = []
  const stopping = new AbortController()

  const later = (delivery: Delivery, ms: number) => {
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      waiting.push(delivery)
      pump()
    }, ms)
    timers.add(timer)
  }
  const attempt = async (delivery: Delivery): Promise<Delivery> => {
    const answer = await sendOnce(delivery, stopping.signal)
    const answers = [...delivery.answers, answer]
    const tried = {
      ...delivery,
      answers,
      isDone: answer === 'success' || answer === 'ok' || answers.length > RESEND_MS.length,
    }
    journal.put(tried.id, tried)
    return tried
  }
  const run = async (delivery: Delivery) => {
    const tried = await attempt(delivery)
    if (!tried.isDone) later(tried, RESEND_MS[tried.answers.length - 1]! / settings.speed)
  }
  const pump = () => {
    while (underWay.size < AT_ONCE && waiting.length > 0) {
      const job = run(waiting.shift()!)
      underWay.add(job)
      void job.finally(() => {
        underWay.delete(job)
        pump()
      })
    }
  }
  for (const delivery of journal.values()) {
    if (!delivery.isDone) later(delivery, 0)
  }

  const make = (given: Given): Delivery => {
    const delivery = { ...given, id: randomBytes(8).toString('hex'), answers: [], isDone: false }
    journal.put(delivery.id, delivery)
    return delivery
  }
  return {
    all: () => journal.values(),
    /** Sends soon, and again until the notify is accepted. */
    queue: (given: Given, delayMs = 0) => later(make(given), delayMs),
    /** Sends once, now, and returns the answer. Resends follow by themselves. */
    async sendNow(given: Given): Promise<string> {
      const tried = await attempt(make(given))
      if (!tried.isDone) later(tried, RESEND_MS[0]! / settings.speed)
      return tried.answers[0]!
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const JSON_BODY = { 'content-type': 'application/json' }

async function sendOnce({ url, form, isJson, headers }: Delivery, stopping: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: form === null ? 'GET' : 'POST',
      ...(form === null ? {} : { body: form, headers: headers ?? (isJson ? JSON_BODY : FORM) }),
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_LIMIT_MS)]),
    })
    const answer = (await response.text()).slice(0, 40)
    return headers && response.ok ? 'success' : answer
  } catch (error) {
    return `[${(error as Error).name}]`
  }
}
