import { useSyncExternalStore } from 'react'
import type { Value } from '../../../lib/json/value.ts'

/** The current value; re-renders when it changes. */
export function useValue<T>({ subscribe, get }: Pick<Value<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get)
}
