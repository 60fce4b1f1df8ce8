export const print = (text: string) => void process.stdout.write(`${text}\n`)
