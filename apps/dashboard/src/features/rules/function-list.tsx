import { functionFamilies, type SqlFunction } from '@mqdeck/rules/catalog'
import { useMemo, useState } from 'react'
import { defineMessages, useLocale, useMessages } from '../../i18n/index.ts'
import { EmptyState, SearchField, Section, Stack } from '../../ui/index.ts'
import { exampleText, signatureText } from './editor/sql-help.ts'
import styles from './function-list.module.css'

/** All functions with help and examples, from the table of the engine. */
export function FunctionList() {
  const texts = useMessages(functionMessages)
  const locale = useLocale()
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    return functionFamilies
      .map(({ id, title, functions }) => ({
        id,
        title: title[locale],
        functions: functions.filter((one) => {
          const text = `${one.name} ${one.help.en} ${one.help.zh} ${title.en} ${title.zh}`.toLowerCase()
          return words.every((word) => text.includes(word))
        }),
      }))
      .filter(({ functions }) => functions.length > 0)
  }, [search, locale])
  const count = found.reduce((sum, { functions }) => sum + functions.length, 0)
  return (
    <Stack gap={4}>
      <div className={styles.search}>
        <SearchField label={texts.search} value={search} onChange={setSearch} />
        <span role="status" className={styles.count}>
          {texts.count(count)}
        </span>
      </div>
      {found.length === 0 && <EmptyState title={texts.none} hint={texts.noneHint} />}
      {found.map(({ id, title, functions }) => (
        <Section key={id} title={title}>
          <dl className={styles.functions}>
            {functions.map((one) => (
              <Entry key={one.name} of={one} />
            ))}
          </dl>
        </Section>
      ))}
    </Stack>
  )
}

function Entry({ of }: { readonly of: SqlFunction }) {
  const locale = useLocale()
  return (
    <div className={styles.entry}>
      <dt>
        <code>{signatureText(of)}</code>
      </dt>
      <dd>
        <p>{of.help[locale]}</p>
        {of.examples.map(({ expression, is }) => (
          <code key={expression} className={styles.example}>
            {exampleText(expression, is)}
          </code>
        ))}
      </dd>
    </div>
  )
}

export const functionMessages = defineMessages({
  en: {
    title: 'SQL functions',
    about: 'Functions for rule SQL, each with an example and its result.',
    search: 'Search by name or purpose',
    count: (count: number) => (count === 1 ? '1 function' : `${count} functions`),
    none: 'No matching functions',
    noneHint: 'Search for another name or purpose.',
  },
  zh: {
    title: 'SQL 函数',
    about: '规则 SQL 中可用的函数，附示例及结果。',
    search: '按名称或用途搜索',
    count: (count) => `${count} 个函数`,
    none: '没有匹配的函数',
    noneHint: '请尝试其他名称或用途。',
  },
})
