import { createTheme, MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { type Locale, useLocale } from '../../i18n/index.ts'
import './mantine-styles.ts'
import './typeface.css'
import './tokens.css'
import './base.css'
import { ConfirmHost } from '../dialogs/confirm.tsx'
import { ToastHost } from '../feedback/toast.tsx'
import { watchPrinting } from '../layout/printing.ts'
import { type Theme, useTheme } from './theme-setting.ts'

/** All visual styles come from tokens.css; this only disables Mantine defaults. */
const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'var(--radius)',
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
})

const noColorSchemeStore = {
  get: (value: 'light' | 'dark' | 'auto') => value,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

export interface UiProviderProps {
  readonly children: ReactNode
  /** `test` disables transitions and portals. */
  readonly env?: 'default' | 'test'
}

/**
 * Theme, toasts and confirmations. No style element is inserted (variables and classes come from our style sheets,
 * see tokens.css), so that the page works with `style-src 'self'`.
 */
export function UiProvider({ children, env = 'default' }: UiProviderProps) {
  const scheme = useTheme()
  useRootAttributes(scheme, useLocale())
  useEffect(watchPrinting, [])
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      colorSchemeManager={noColorSchemeStore}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      env={env}
    >
      {children}
      <ConfirmHost />
      <ToastHost />
    </MantineProvider>
  )
}

function useRootAttributes(theme: Theme, language: Locale): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [theme, language])
}
