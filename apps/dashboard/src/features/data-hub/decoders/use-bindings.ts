import { listPayloadDecoders } from '@mqdeck/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { isForbidden, type Loaded, useAddition, useChange, useData, useIsViewer } from '../../../api/index.ts'
import { type Binding, bindings as ofBrowser } from './bindings.ts'
import { changeSharedBindings, sharedBindingsQuery } from './queries.ts'

interface Bindings {
  readonly all: readonly Binding[]
  /** Where they are kept. Undefined until it is known, and if they cannot be loaded. */
  readonly place: 'server' | 'browser' | undefined
  /** Bindings of this browser that are not used, because the server keeps others. */
  readonly unused: readonly Binding[]
  /** The request for those of the server. */
  readonly query: Loaded<readonly Binding[] | undefined>
}

const none: readonly Binding[] = []

/** The server keeps them for all users. EMQX has no place for them, so that the browser does in front of it. */
export function useBindingsInPlace(): Bindings {
  const isMissing = useAddition(listPayloadDecoders) === 'missing'
  const query = useData(sharedBindingsQuery, undefined, { enabled: !isMissing })
  const { data, error, isLoading } = query
  const local = useSyncExternalStore(ofBrowser.subscribe, ofBrowser.get)
  if (isLoading) return { all: none, place: undefined, unused: none, query }
  if (!isMissing && data === undefined && error && !isForbidden(error))
    return { all: local, place: undefined, unused: none, query }
  // Also if the user may not read those of the server.
  if (isMissing || data === undefined) return { all: local, place: 'browser', unused: none, query }
  return { all: data, place: 'server', unused: local, query }
}

export const useBindings = (): readonly Binding[] => useBindingsInPlace().all

/** Changes the bindings where they are kept. The user sees an error. */
export function useChangeBindings() {
  const { place } = useBindingsInPlace()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(changeSharedBindings)
  const change = useCallback(
    async (make: (before: readonly Binding[]) => readonly Binding[]): Promise<void> => {
      if (place === 'server') await run(make)
      else ofBrowser.set(make(ofBrowser.get()))
    },
    [place, run],
  )
  return { change, isRunning, mayChange: place === 'browser' || (place === 'server' && !isViewer) }
}
