import { useSyncExternalStore } from 'react'
import type { Value } from '../lib/value.ts'

/** What the value is, now and after each change. */
export function useValue<T>({ subscribe, get }: Pick<Value<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get)
}
