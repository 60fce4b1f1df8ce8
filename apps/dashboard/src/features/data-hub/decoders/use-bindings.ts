import { useSyncExternalStore } from 'react'
import { type Binding, bindings } from './bindings.ts'

export const useBindings = (): readonly Binding[] => useSyncExternalStore(bindings.subscribe, bindings.get)
