import { messageOf } from '@mqdeck/contract'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { type Page, useGo } from '../../ui/index.ts'
import { matching, noResults, type PaletteEntry, type SearchResults } from './entries.ts'
import { paletteMessages } from './messages.ts'
import type { SettingAddress } from './settings.ts'

let loading: Promise<readonly SettingAddress[]> | undefined

/** All fields of the settings; undefined while they are loading. */
function useAddresses(isWanted: boolean): { readonly all?: readonly SettingAddress[]; readonly error?: string } {
  const [state, setState] = useState<{ readonly all?: readonly SettingAddress[]; readonly error?: string }>({})
  useEffect(() => {
    if (!isWanted) return
    let isUnmounted = false
    loading ??= import('./settings.ts').then(({ settingAddresses }) => settingAddresses())
    loading.then(
      (all) => !isUnmounted && setState({ all }),
      (error: unknown) => {
        loading = undefined
        if (!isUnmounted) setState({ error: messageOf(error) })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [isWanted])
  return state
}

export interface SettingEntries {
  readonly entries: readonly PaletteEntry[]
  readonly find: (text: string) => SearchResults
}

const shownAtMost = 8

/**
 * One entry per settings field: its label, help and key.
 * @param isWanted false loads nothing
 */
export function useSettingEntries(pages: readonly Page[], isWanted: boolean): SettingEntries {
  const texts = useMessages(paletteMessages)
  const locale = useLocale()
  const go = useGo()
  const { all, error } = useAddresses(isWanted)
  const entries = useMemo(
    () =>
      (all ?? []).flatMap(({ page, path, label, help, within }): readonly PaletteEntry[] => {
        const shown = pages.find((one) => one.path === page)
        if (!shown) return []
        const above = [shown.title, ...within]
        return [
          {
            id: `setting ${page} ${path}`,
            label: label[locale],
            hint: above.map((one) => one[locale]).join(' · '),
            icon: <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />,
            keywords: [path, help?.[locale] ?? '', ...Object.values(label)],
            run: () => go({ to: page, search: { field: path } }),
          },
        ]
      }),
    [all, pages, locale, go],
  )
  const find = (text: string): SearchResults => {
    if (text.trim().length < 2) return noResults
    const note = error === undefined ? (all ? undefined : texts.searching) : texts.failed(error)
    return { entries: matching(entries, text).slice(0, shownAtMost), note }
  }
  return { entries, find }
}
