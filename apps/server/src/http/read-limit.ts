import { AppError } from '@mqdeck/contract'

/** Expensive reads of one caller without a delay. */
const burst = 30
/** Expensive reads per second after that. Each takes up to 60 ms of the broker's event loop. */
const perSecond = 10
/** Reads of one caller that may wait. A program that reads a long list page by page has one. */
const maxWaiting = 20

/** A list with this limit is expensive. Pages of the dashboard are smaller. */
export const expensiveLimit = 500

interface Budget {
  /** Negative: reads are waiting. */
  tokens: number
  filledAt: number
}

/** Delays expensive reads of a caller who sends very many, so that MQTT is not delayed. */
export interface ReadLimit {
  /**
   * Resolves when the read may start.
   * @throws {AppError} (rejects) 429 with the seconds to wait if too many reads of the caller are waiting
   */
  start(caller: string): Promise<void>
}

export interface ReadLimitOptions {
  /** Milliseconds. */
  readonly now?: () => number
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

export function createReadLimit({
  now = () => performance.now(),
  wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
}: ReadLimitOptions = {}): ReadLimit {
  const budgets = new Map<string, Budget>()
  const budgetOf = (caller: string): Budget => {
    const at = now()
    const { tokens, filledAt } = budgets.get(caller) ?? { tokens: burst, filledAt: at }
    const filled = { tokens: Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1000), filledAt: at }
    // Callers with a full budget need no entry.
    for (const [one, other] of budgets) {
      if (other.tokens + ((at - other.filledAt) * perSecond) / 1000 < burst) break
      budgets.delete(one)
    }
    budgets.delete(caller)
    budgets.set(caller, filled)
    return filled
  }
  return {
    async start(caller) {
      const budget = budgetOf(caller)
      if (budget.tokens <= -maxWaiting) {
        const seconds = Math.ceil((1 - budget.tokens) / perSecond)
        throw new AppError('TOO_MANY_REQUESTS', `Too many requests. Try again in ${seconds} s.`, {
          retryAfter: seconds,
        })
      }
      budget.tokens -= 1
      if (budget.tokens < 0) await wait((-budget.tokens * 1000) / perSecond)
    },
  }
}
