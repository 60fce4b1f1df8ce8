import type { AnyStruct } from '@mqdeck/contract'
import type { Page } from '../../ui/index.ts'
import { settingPlaces } from './setting-places.ts'

type Text = Page['title']

/** A field of the settings and its location. */
export interface SettingAddress {
  readonly page: string
  /** Path with its root: `mqtt.max_inflight`. */
  readonly path: string
  readonly label: Text
  readonly help: Text | undefined
  /** Labels of the enclosing groups, outermost first. */
  readonly within: readonly Text[]
}

/** Every field of every settings page. This module includes the schema of all roots and is loaded on demand. */
export function settingAddresses(): readonly SettingAddress[] {
  return settingPlaces.flatMap(({ page, root, struct, shows = () => true }) =>
    fieldsOf(struct, []).flatMap(({ path, ...about }) =>
      shows(path[0] ?? '') && shows(path.join('.')) ? [{ page, path: [root, ...path].join('.'), ...about }] : [],
    ),
  )
}

type Field = Pick<SettingAddress, 'label' | 'help' | 'within'> & { readonly path: readonly string[] }

/** Includes only paths that are the same on every broker: not into lists or maps with user-defined names. */
function fieldsOf(struct: AnyStruct, within: readonly Text[]): readonly Field[] {
  return Object.entries(struct.fields).flatMap(([key, { kind, label, help, deprecated, hidden }]): readonly Field[] => {
    if (deprecated || hidden) return []
    if (kind.of) return fieldsOf(kind.of, [...within, label]).map((one) => ({ ...one, path: [key, ...one.path] }))
    return [{ path: [key], label, help, within }]
  })
}
