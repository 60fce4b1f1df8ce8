import { unavailableTypes } from '@mqdeck/integrations/catalog'
import { useMemo, useState } from 'react'
import { EditionHint, QueryView, useEdition } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import {
  ChoiceCards,
  DescriptionList,
  Dim,
  EmptyState,
  SearchField,
  Skeleton,
  Stack,
  TypeMark,
} from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import type { Kind } from '../kinds.ts'
import { messages } from '../messages.ts'
import { categories, type TypeInfo, useOfferedTypes, useTypeInfo } from '../types.ts'
import styles from './type-gallery.module.css'

interface TypeGalleryProps {
  readonly kind: Kind
  readonly onChoose: (type: string) => void
}

/** All types that the broker supports. The search matches names, purposes and keys. */
export function TypeGallery({ kind, onChoose }: TypeGalleryProps) {
  const texts = useMessages(messages)
  const infoOf = useTypeInfo(kind)
  const locale = useLocale()
  const { types, query } = useOfferedTypes(kind)
  const [search, setSearch] = useState('')
  const all = useMemo(() => (types ?? []).map(infoOf).sort((a, b) => a.label.localeCompare(b.label)), [types, infoOf])
  const found = all.filter((one) => isMatch(one, search))
  const isEmqx = useEdition() !== 'mqdeck'
  const missing = useMemo(() => {
    if (isEmqx || kind !== 'connector' || types === undefined) return []
    return Object.entries(unavailableTypes)
      .filter(([type]) => !types.includes(type))
      .map(([type, { reason }]) => ({ ...infoOf(type), reason: reason[locale] }))
      .sort((a, b) => a.label.localeCompare(b.label))
  }, [isEmqx, kind, types, infoOf, locale]).filter((one) => isMatch(one, search))
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} />}>
      {() => (
        <Stack gap={5}>
          {all.length > 6 && (
            <div className={styles.search}>
              <SearchField label={texts.searchType} value={search} onChange={setSearch} />
            </div>
          )}
          <EditionHint feature="connectors" />
          {found.length === 0 && (
            <EmptyState title={all.length === 0 ? texts.noTypes : texts.noType} hint={texts.noTypeHint} />
          )}
          <div className={styles.gallery}>
            <div className={styles.categories}>
              {categories.map((category) => {
                const types = found.filter((one) => one.category === category)
                if (types.length === 0) return null
                return (
                  <section
                    key={category}
                    className={styles.category}
                    style={{ gridColumn: `span min(${types.length}, var(--columns))` }}
                  >
                    <h2 className={styles.title}>{texts.categories[category]}</h2>
                    <ChoiceCards
                      label={texts.categories[category]}
                      cards={types.map((one) => ({
                        value: one.type,
                        label: one.label,
                        mark: <TypeMark type={one} size={36} />,
                        about: one.about,
                      }))}
                      onChoose={onChoose}
                    />
                  </section>
                )
              })}
            </div>
          </div>
          {missing.length > 0 && (
            <Disclosure label={texts.missingTypes} note={missing.length} mustShow={search !== ''}>
              <Stack gap={3}>
                <Dim>{texts.missingTypesHint}</Dim>
                <DescriptionList
                  minWidth={320}
                  items={missing.map(({ label, reason }) => ({ label, value: reason }))}
                />
              </Stack>
            </Disclosure>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

function isMatch({ type, label, about }: TypeInfo, search: string): boolean {
  const text = `${type} ${label} ${about}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
