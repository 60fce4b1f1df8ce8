import { type SomeStruct, variants } from '@mqdeck/contract'
import { type Clock, systemClock } from '@mqdeck/kit'

/** Looks for a lost backend again after a moment, not after the 15 seconds of a broker. */
export const hastyClock: Clock = {
  ...systemClock,
  after: (ms, call) => systemClock.after(ms >= 15_000 ? 100 : ms, call),
}

/** An authenticator or a source, made of settings as the API takes them. */
export function memberOf<T, C>(
  backend: {
    readonly manifest: { readonly structs: readonly SomeStruct[] }
    create(settings: never, context: C): T
  },
  settings: object,
  context: C,
): T {
  const { schema, toPlain } = variants(backend.manifest.structs)
  // Both sides are a struct of this manifest.
  return backend.create(toPlain(schema.parse(settings) as never) as never, context)
}
