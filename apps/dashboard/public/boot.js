// Runs before the first paint and before every module.
// Theme and language: so that neither flashes. Mirrors src/ui/theme-setting.ts and src/i18n/locale.ts.
;(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const stored = read('theme')
  const theme = read('syncOsTheme') === 'false' && (stored === 'light' || stored === 'dark') ? stored : system
  const language = read('language')
  const chinese = language === 'zh' || (language !== 'en' && navigator.language.toLowerCase().startsWith('zh'))
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.mantineColorScheme = theme
  root.lang = chinese ? 'zh-CN' : 'en'
  // Otherwise zod tries whether it may compile code from text, which violates the Content-Security-Policy. It reads this
  // while the first schema is built, before any module of ours has its turn.
  globalThis.__zod_globalConfig = { jitless: true }
})()
