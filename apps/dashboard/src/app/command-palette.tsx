import { useLocale, useMessages } from '../i18n/index.ts'
import { type FeatureRoutes, Palette, useGo } from '../ui/index.ts'
import { shellMessages } from './messages.ts'
import { menuTitleOf, reachablePages } from './navigation.ts'

export interface CommandPaletteProps {
  readonly features: readonly FeatureRoutes[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Ctrl K: every page of the menu and every tab, found by its name in either language or by its path. */
export function CommandPalette({ features, opened, onClose }: CommandPaletteProps) {
  const texts = useMessages(shellMessages)
  const locale = useLocale()
  const go = useGo()
  const items = reachablePages(features).map(
    ({ path, title, family, words = [], menu: { icon: Icon, group }, entry }) => ({
      id: path,
      label: title[locale],
      // "General" says nothing alone.
      hint: family ? menuTitleOf(entry)[locale] : texts.groups[group],
      icon: <Icon size={18} stroke={1.6} aria-hidden />,
      words: [...Object.values(title), ...Object.values(menuTitleOf(entry)), path, ...words],
    }),
  )
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      onSelect={(path) => go({ to: path })}
      items={items}
      label={texts.goTo}
      nothing={texts.noPage}
    />
  )
}
