export { useElementSize } from '@mantine/hooks';
