export { useMergedRef } from '@mantine/hooks';
