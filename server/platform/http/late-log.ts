import type { FastifyBaseLogger } from 'fastify'

type Write = (...said: unknown[]) => void
type Child = Parameters<FastifyBaseLogger['child']>

/**
 * The log of one request, made on first use: most requests log nothing of their own, and making a request's logger
 * takes 20 µs.
 */
export class LateLog {
  #parent: FastifyBaseLogger
  #named: Child
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, ...named: Child) {
    this.#parent = parent
    this.#named = named
  }

  get level(): string {
    return this.#parent.level
  }

  #own(): Record<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', Write> & FastifyBaseLogger {
    return (this.#child ??= this.#parent.child(...this.#named)) as never
  }

  fatal(...said: unknown[]): void {
    this.#own().fatal(...said)
  }

  error(...said: unknown[]): void {
    this.#own().error(...said)
  }

  warn(...said: unknown[]): void {
    this.#own().warn(...said)
  }

  info(...said: unknown[]): void {
    this.#own().info(...said)
  }

  debug(...said: unknown[]): void {
    this.#own().debug(...said)
  }

  trace(...said: unknown[]): void {
    this.#own().trace(...said)
  }

  silent(): void {}

  child(...named: Child): FastifyBaseLogger {
    return this.#own().child(...named)
  }
}
