import { create } from 'zustand'

import { limits } from '../../contract/limits.ts'

export type Tone = 'info' | 'success' | 'error'
export type Toast = { id: number; kind: 'message' | 'notification'; tone: Tone; title: string | null; text: string }

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

let lastId = 0

/** A short line in response to a user's action. */
export function showMessage(tone: Tone, text: string): void {
  show({ kind: 'message', tone, title: null, text }, limits.messageMs)
}

/** An event that happened by itself, with a title. */
export function showNotification(tone: Tone, title: string, text: string): void {
  show({ kind: 'notification', tone, title, text }, limits.notificationMs)
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** The same text replaces the old toast: five calls that fail together show one. */
function show(next: Omit<Toast, 'id'>, durationMs: number): void {
  const id = ++lastId
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((old) => !sameWords(old, next)), { ...next, id }],
  }))
  setTimeout(() => dismissToast(id), durationMs)
}

function sameWords(a: Omit<Toast, 'id'>, b: Omit<Toast, 'id'>): boolean {
  return a.kind === b.kind && a.tone === b.tone && a.title === b.title && a.text === b.text
}
