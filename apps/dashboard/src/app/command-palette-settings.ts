import type { AnyStruct } from '@mqdeck/contract'
import type { Page } from '../ui/index.ts'
import { settingPlaces } from './command-palette-setting-places.ts'

type Text = Page['title']

/** A field of the settings and where it is. */
export interface SettingAddress {
  readonly page: string
  /** With its root: `mqtt.max_inflight`. */
  readonly path: string
  readonly label: Text
  readonly help: Text | undefined
  /** The groups around it, outermost first. */
  readonly within: readonly Text[]
}

/** Every field of every settings page; the declarations of all roots come along, so this module is loaded when it is needed. */
export function settingAddresses(): readonly SettingAddress[] {
  return settingPlaces.flatMap(({ page, root, struct, shows = () => true }) =>
    fieldsOf(struct, []).flatMap(({ path, ...about }) =>
      shows(path[0] ?? '') && shows(path.join('.')) ? [{ page, path: [root, ...path].join('.'), ...about }] : [],
    ),
  )
}

type Field = Pick<SettingAddress, 'label' | 'help' | 'within'> & { readonly path: readonly string[] }

/** Down to where a path is no longer the same for everybody: in lists, and in maps with names that somebody chose. */
function fieldsOf(struct: AnyStruct, within: readonly Text[]): readonly Field[] {
  return Object.entries(struct.fields).flatMap(([key, { kind, label, help, deprecated, hidden }]): readonly Field[] => {
    if (deprecated || hidden) return []
    if (kind.of) return fieldsOf(kind.of, [...within, label]).map((one) => ({ ...one, path: [key, ...one.path] }))
    return [{ path: [key], label, help, within }]
  })
}
