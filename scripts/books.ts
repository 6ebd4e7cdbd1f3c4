// The check of the books under its short name: npm run books
process.argv.splice(2, 0, 'books', 'check')
void import('../server/cli/main.ts')
