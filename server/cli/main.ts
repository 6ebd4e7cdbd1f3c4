import { answer } from './answer.ts'

const { exitCode, out, err } = await answer(process.argv.slice(2))
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = exitCode
